// What can be done in Dog now, as soon as there is something; null before that. Loaded by dog.py.
() => {
  const game = document.querySelector('.game')
  if (!game) return null
  if (game.dataset.phase === 'over') return { over: true }
  const name = (element) => element?.querySelector('.only-heard')?.textContent ?? element?.textContent.trim() ?? ''
  const label = (element) => element?.getAttribute('aria-label') ?? name(element)
  const labels = (what) => [...document.querySelectorAll(what)].map(label)
  const goal = document.querySelector('.spot.target[aria-pressed=true]')
  const offer = {
    over: false,
    all: labels('.hand button'),
    cards: labels('.hand button:not(.off)'),
    lifted: labels('.hand button.lifted').length > 0,
    give: labels('.bar .main'),
    jokers: labels('.jokers button'),
    // Where several pieces can go to the chosen target, one of them is wanted.
    spots: labels(document.querySelector('.tray') ? '.tray .option' : goal ? '.spot.piece' : '.spot.target'),
    confirm: labels('.tray .yes'),
    pips: document.querySelectorAll('.bar .pip.on').length,
    focus: label(document.activeElement),
  }
  if (!document.querySelector('.prompt.mine') || document.querySelector('.hand button.leaving')) return null
  const begun = offer.give.length + offer.jokers.length + offer.spots.length + offer.confirm.length
  return begun || (!offer.lifted && offer.cards.length) ? offer : null
}
