// Writes src/wire/**.ts from the server's own description of what it says; with --check only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const HERE = new URL('.', import.meta.url)
const OPTIONS = {
  bannerComment: '',
  additionalProperties: false,
  unreachableDefinitions: true,
  style: { semi: false, singleQuote: true, printWidth: 140 },
}

/** A document of docs/, and the command that prints it. */
const PROTOCOL = ['protocol.schema.json', 'python -m tafelrunde.server.sockets.schema']
const API = ['openapi.json', 'python -m tafelrunde.server.http.api']
const VIEWS = ['views.schema.json', 'python -m tafelrunde.games.schema']

function read([name]) {
  return JSON.parse(readFileSync(new URL(`../../docs/${name}`, HERE), 'utf8').replaceAll('#/components/schemas/', '#/$defs/'))
}

/** The files to write: which part of which document, and what the whole of it is called. */
function files() {
  const views = read(VIEWS)
  const pascal = (game) => game.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())
  const ofGame = (game) => Object.entries(views.$defs).filter(([name]) => name.startsWith(pascal(game)))
  return [
    ['messages', PROTOCOL, read(PROTOCOL), 'Tafelrunde'],
    ['http', API, { title: 'Http', $defs: read(API).components.schemas }, 'Http'],
    ...views.games.map((game) => [`views/${game}`, VIEWS, { $defs: Object.fromEntries(ofGame(game)) }, pascal(game)]),
  ]
}

/** Discriminators are no part of JSON Schema, titles would name types twice, and tuples are read in their older form only. */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy)
  if (node === null || typeof node !== 'object') return node
  if (node.prefixItems) return { ...node, items: tidy(node.prefixItems), prefixItems: undefined }
  const kept = Object.entries(node).filter(
    ([key, value]) => key !== 'discriminator' && !(key === 'title' && typeof value === 'string' && value !== 'Tafelrunde'),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, tidy(value)]))
}

/** Comments say what something is, not where in the document it stands; the whole is no type of its own. */
function plain(types, whole) {
  return types
    .replace(/ \*\n \* This interface was referenced by .*\n \* via the `definition` .*\n/g, '')
    .replace(/\/\*\*\n \* This interface was referenced by .*\n \* via the `definition` .*\n \*\/\n/g, '')
    .replace(/\/\*\*\n \* (.*)\n \*\/\n/g, '/** $1 */\n')
    .replace(`export interface ${whole} {\n  [k: string]: unknown\n}\n`, '')
}

/** Types that the messages have word for word are imported from there. Only those that name no other types: these might differ. */
function shared(types, messages) {
  const common = [...types.matchAll(/(?:\/\*\* .* \*\/\n)?export interface (\w+) \{\n(?: .*\n)*\}\n/g)].filter(
    ([text]) => messages.includes(text) && !/: .*\b[A-Z]/.test(text.replace(/\/\*\*.*\*\//g, '')),
  )
  const names = common.map(([, name]) => name).join(', ')
  const rest = common.reduce((left, [text]) => left.replace(text, ''), types)
  return `import type { ${names} } from './messages'\n\nexport type { ${names} }\n${rest.trimStart()}`
}

/** The list of games: there is no other in the client. */
function shelf() {
  return `/** The games, in the order in which a shelf shows them. */\nexport const GAMES = [\n${read(VIEWS)
    .games.map((game) => `  '${game}',\n`)
    .join('')}] as const\n`
}

mkdirSync(new URL('../src/wire/views/', HERE), { recursive: true })
let old = false
const typed = files().map(async ([name, source, schema, whole]) => [
  name,
  source,
  plain(await compile(tidy(schema), whole, OPTIONS), whole),
])
const [messages, http, ...views] = await Promise.all(typed)
http[2] = shared(http[2], messages[2])
for (const [name, [source, command], types] of [messages, http, ...views, ['games', VIEWS, shelf()]]) {
  const text = `// Made by \`npm run types\` from docs/${source}, which \`${command}\` prints. Not to be edited.\n\n${types.trimStart()}`
  const path = new URL(`../src/wire/${name}.ts`, HERE)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`src/wire/${name}.ts is old: run \`npm run types\``)
    old = true
  }
}
process.exit(old ? 1 : 0)
