// Writes src/wire/*.ts from the server's own description of what it says; with --check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const HERE = new URL('.', import.meta.url)
const OPTIONS = {
  bannerComment: '',
  additionalProperties: false,
  unreachableDefinitions: true,
  style: { semi: false, singleQuote: true, printWidth: 120 },
}
const SOURCES = {
  messages: ['protocol.schema.json', 'python -m tafelrunde.server.sockets.schema', (text) => JSON.parse(text)],
  http: [
    'openapi.json',
    'python -m tafelrunde.server.http.api',
    (text) => ({ title: 'Http', $defs: JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')).components.schemas }),
  ],
}

/** One-word enums are constants, and discriminators are no part of JSON Schema. */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(
    ([key, value]) => key !== 'discriminator' && !(key === 'title' && typeof value === 'string' && value !== 'Tafelrunde'),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, tidy(value)]))
}

let old = false
for (const [name, [source, command, read]] of Object.entries(SOURCES)) {
  const schema = tidy(read(readFileSync(new URL(`../../docs/${source}`, HERE), 'utf8')))
  const types = await compile(schema, name === 'http' ? 'Http' : 'Tafelrunde', OPTIONS)
  const text = `// Made by \`npm run types\` from docs/${source}, which \`${command}\` prints. Not to be edited.\n\n${types}`
  const path = new URL(`../src/wire/${name}.ts`, HERE)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`src/wire/${name}.ts is old: run \`npm run types\``)
    old = true
  }
}
process.exit(old ? 1 : 0)
