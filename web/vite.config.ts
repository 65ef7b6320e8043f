import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
      }
    },
  }
}

/** The page without a connection cannot load texts: it has those of all languages in it. A site has no server to ask. */
function offline(out: string, isSite: boolean): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle() {
      const texts = readdirSync('src/lang').map((file) => {
        const words = JSON.parse(readFileSync(join('src/lang', file), 'utf8')) as Record<string, string>
        const [say, again] = [words['offline'] ?? '', words['offline.again'] ?? '']
        return `<div data-lang lang="${file.slice(0, 2)}"><p>${say}</p><a href="">${again}</a></div>`
      })
      const [page, script] = [join(out, 'offline.html'), join(out, 'offline.js')]
      writeFileSync(page, readFileSync(page, 'utf8').replace('<!-- texts -->', texts.join('\n    ')))
      if (!isSite) return
      writeFileSync(page, readFileSync(page, 'utf8').replaceAll('="/', '="./'))
      writeFileSync(script, readFileSync(script, 'utf8').replace('/healthz', './'))
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
      svelte(isSite ? { preprocess: [behindHash, vitePreprocess()] } : {}),
      offline(out, isSite),
      listed(out),
      ...(isSite ? [] : [compressed(out)]),
    ],
    build: { outDir: out, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    worker: { format: 'es' },
    server: {
      proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } },
    },
    test: { include: ['src/**/*.test.ts'] },
  }
})
