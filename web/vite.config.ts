import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort()
}

/** Every text file also lies there compressed, so that the server need not do it for each request. */
function compressed(out: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const file of filesIn(out).filter((name) => TEXT.test(name))) {
        const path = join(out, file)
        const content = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(content))
      }
    },
  }
}

/** The texts of all pages but the start page. */
const PAGES = 'src/pages/lang'

/** Some of them in all languages, each with the code of its language. */
function inAll(...keys: string[]): [string, ...string[]][] {
  return readdirSync(PAGES).map((file) => {
    const words = JSON.parse(readFileSync(join(PAGES, file), 'utf8')) as Record<string, string>
    return [file.slice(0, 2), ...keys.map((key) => words[key] ?? '')]
  })
}

/** The page without a connection cannot load texts: it has those of all languages in it. A site has no server to ask. */
function offline(out: string, isSite: boolean): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle() {
      const texts = inAll('offline', 'offline.again').map(
        ([lang, say, again]) => `<div data-lang lang="${lang}"><p>${say}</p><a href="">${again}</a></div>`,
      )
      const [page, script] = [join(out, 'offline.html'), join(out, 'offline.js')]
      writeFileSync(page, readFileSync(page, 'utf8').replace('<!-- texts -->', texts.join('\n    ')))
      if (!isSite) return
      writeFileSync(page, readFileSync(page, 'utf8').replaceAll('="/', '="./'))
      writeFileSync(script, readFileSync(script, 'utf8').replace('/healthz', './'))
    },
  }
}

/** A browser loads no scripts from a folder: whoever opens a site as a file is told what it needs. */
function asFile(): Plugin {
  const texts = inAll('site.file').map(([lang, say]) => `<p lang="${lang}">${say}</p>`)
  const shown = `<div id="as-file" hidden>${texts.join('')}<pre>python3 -m http.server</pre></div>`
  return {
    name: 'as-file',
    transformIndexHtml: (page) => page.replace('</body>', `  ${shown}\n    <script src="./as-file.js"></script>\n  </body>`),
    generateBundle() {
      const source = "document.getElementById('as-file').hidden = location.protocol !== 'file:'\n"
      this.emitFile({ type: 'asset', fileName: 'as-file.js', source })
    },
  }
}

/** The service worker knows all files, and a version that changes with any of them. */
function listed(out: string): Plugin {
  return {
    name: 'listed',
    apply: 'build',
    closeBundle() {
      const files = filesIn(out).filter((name) => name !== 'sw.js')
      const hash = createHash('sha256')
      for (const file of files) hash.update(file).update(readFileSync(join(out, file)))
      const asked = files.map((name) => (name === 'index.html' ? './' : name))
      const known = `const VERSION = '${hash.digest('hex').slice(0, 16)}'\nconst FILES = ${JSON.stringify(asked)}\n`
      const path = join(out, 'sw.js')
      writeFileSync(path, known + readFileSync(path, 'utf8'))
    },
  }
}

/** On a site without a server our pages are behind the # of its address; see `route.svelte.ts`. */
const behindHash = { markup: ({ content }: { content: string }) => ({ code: content.replaceAll(' href="/', ' href="#/') }) }

export default defineConfig(({ mode }) => {
  const isSite = mode === 'site'
  const out = isSite ? '../build/site' : '../src/tafelrunde/server/pages'
  return {
    base: isSite ? './' : '/',
    plugins: [
      svelte({ compilerOptions: { discloseVersion: false }, ...(isSite ? { preprocess: [behindHash, vitePreprocess()] } : {}) }),
      ...(isSite ? [asFile()] : []),
      offline(out, isSite),
      listed(out),
      ...(isSite ? [] : [compressed(out)]),
    ],
    build: { outDir: out, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    worker: { format: 'es' },
    server: {
      proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } },
    },
    // No test leaves anything behind: files need no process of their own.
    test: { include: ['src/**/*.test.ts'], isolate: false },
  }
})
