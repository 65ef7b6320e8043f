import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const OUT = '../src/tafelrunde/server/pages'
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/

/** Every text file also lies there compressed, so that the server need not do it for each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const file of readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))) {
        const path = join(OUT, file)
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
      }
    },
  }
}

/** The page without a connection cannot load texts: it has those of all languages in it. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    closeBundle() {
      const texts = readdirSync('src/lang').map((file) => {
        const words = JSON.parse(readFileSync(join('src/lang', file), 'utf8')) as Record<string, string>
        const [say, again] = [words['offline'] ?? '', words['offline.again'] ?? '']
        return `<div data-lang lang="${file.slice(0, 2)}"><p>${say}</p><a href="">${again}</a></div>`
      })
      const path = join(OUT, 'offline.html')
      writeFileSync(path, readFileSync(path, 'utf8').replace('<!-- texts -->', texts.join('\n    ')))
    },
  }
}

export default defineConfig({
  plugins: [svelte(), offline(), compressed()],
  build: { outDir: OUT, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
})
