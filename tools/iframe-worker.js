// For `tools.docs`: lets the search work where the pages are opened as files. There browsers start no workers, so what
// would be one runs in a frame. Named as what the theme would fetch instead.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement('iframe')
      frame.hidden = true
      document.body.append(frame)
      this.inside = frame.contentWindow
      window.addEventListener('message', ({ source, data }) => {
        if (source !== this.inside) return
        const told = new MessageEvent('message', { data })
        this.dispatchEvent(told)
        this.onmessage?.(told)
      })
      this.inside.document.open()
      this.inside.document.write(
        `<body><script>postMessage = (data) => parent.postMessage(data, '*')</script><script src="${url}"></script>`,
      )
      this.inside.document.close()
      this.ready = new Promise((ready) => (this.inside.onload = ready))
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })))
    }
  }
}
