// Writes src/generated from the contract: tables of routes for the client to run on, types for its users.
//   npm run generate               writes
//   npm run generate -- --check    exits with 1 if the files are out of date
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadContract } from './contract.mjs'
import { makePrinter } from './print.mjs'
import { rowOf, signatureOf } from './routes.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = 'packages/client/src/generated'
const HEADING = '// Generated from the contract by `npm run generate`.\n'

const mentions = (text, name) => new RegExp(`\\b${name}\\b`).test(text)

/** Import lines for the types that a text uses. */
function importsFor(text, { used, own, folder }) {
  const foreign = [...used].filter(([name, { module }]) => module !== own && mentions(text, name))
  return [...new Set(foreign.map(([, { module }]) => module))]
    .map((module) => {
      const names = foreign.filter(([, home]) => home.module === module).map(([name]) => name)
      return `import type { ${names.join(', ')} } from '${folder}${module}.ts'\n`
    })
    .join('')
}

/** The pattern of an input matches the whole value, and a hyphen in a class has to be escaped. */
const patternOf = (pattern) =>
  (pattern.startsWith('^') ? pattern.slice(1, -1) : `.*${pattern}.*`).replaceAll(/(?<=[a-z0-9])-\]/g, '\\-]')

/** What a form needs to know about one member of a body; null for lists and objects. */
function ruleOf(schema, isRequired) {
  const { type, enum: values, minLength, maxLength, minimum, maximum, pattern } = schema.anyOf?.[0] ?? schema
  if (!['string', 'integer', 'boolean'].includes(type)) return null
  const bounds = { min: minLength ?? minimum, max: maxLength ?? maximum, pattern: pattern && patternOf(pattern) }
  const marks = { required: isRequired || undefined, nullable: schema.anyOf !== undefined || undefined }
  return { type, ...(values === undefined ? bounds : {}), ...marks }
}

/** Rules of the bodies that consist of named members. */
function formsText(routes) {
  const entries = Object.values(routes).flatMap(({ name, body }) => {
    if (body?.properties === undefined) return []
    const rules = Object.entries(body.properties).map(([member, schema]) => [
      member,
      ruleOf(schema, body.required?.includes(member)),
    ])
    return [[name, Object.fromEntries(rules.filter(([, rule]) => rule !== null))]]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

const CALL_TYPES = ['CallOptions', 'KeyedCallOptions', 'List']

const methodsText = ({ type, routes }, print) =>
  `export interface ${type} {\n${routes.map((route) => signatureOf(route, print)).join('\n\n')}\n}\n`

const tableText = ({ table, type, routes }) => {
  const rows = routes.map((route) => `${route.name}: ${JSON.stringify(rowOf(route))}`).join(',\n')
  return `export const ${table}: Readonly<Record<keyof ${type}, RouteRow>> = {\n${rows}\n}\n`
}

/** Table of the streams; they have no generated methods. */
function streamsText(routes) {
  const names = routes.map(({ name }) => `'${name}'`).join(' | ')
  const rows = routes.map((route) => `${route.name}: ${JSON.stringify(rowOf(route))}`).join(',\n')
  return `import type { RouteRow } from '../../call.ts'\n\nexport const STREAMS: Readonly<Record<${names}, RouteRow>> = {\n${rows}\n}\n`
}

/** Generated files: names and texts. */
function textsOf({ contract, types }) {
  const { print, used } = makePrinter(types, contract)
  const { ROUTES, PORTAL_ROUTES, OPERATOR_ROUTES, STREAM_ROUTES, LIMITS } = contract
  const routes = Object.values(ROUTES)
  const tables = [
    { table: 'READS', type: 'Reader', routes: routes.filter(({ method }) => method === 'GET') },
    { table: 'WRITES', type: 'Writer', routes: routes.filter(({ method }) => method !== 'GET') },
    { table: 'PORTAL', type: 'PortalClient', routes: Object.values(PORTAL_ROUTES) },
    { table: 'OPERATOR', type: 'OperatorClient', routes: Object.values(OPERATOR_ROUTES) },
  ]
  // One constant per group, so that a page bundles only the groups that it uses.
  const groups = Object.entries(LIMITS).map(
    ([name, group]) => `export const ${name} = ${JSON.stringify(group)} as const\n`,
  )
  const names = Object.keys(LIMITS).join(', ')
  const texts = new Map([['limits.ts', `${groups.join('')}export const LIMITS = { ${names} } as const\n`]])
  for (const spec of tables) {
    const file = `${spec.table.toLowerCase()}.ts`
    const text = methodsText(spec, print)
    const calls = CALL_TYPES.filter((name) => mentions(text, name)).join(', ')
    const imports = importsFor(text, { used, folder: './shapes/' })
    texts.set(file, `import type { ${calls} } from '../call.ts'\n${imports}\n${text}`)
    const rowImports = `import type { RouteRow } from '../../call.ts'\nimport type { ${spec.type} } from '../${file}'\n`
    texts.set(`tables/${file}`, `${rowImports}\n${tableText(spec)}`)
  }
  const forms = [`export const PORTAL_FORMS = ${formsText(PORTAL_ROUTES)} as const\n`]
  forms.push(`export const OPERATOR_FORMS = ${formsText(OPERATOR_ROUTES)} as const\n`)
  texts.set('forms.ts', forms.join('\n'))
  texts.set('tables/streams.ts', streamsText(Object.values(STREAM_ROUTES)))
  for (const { result } of Object.values(STREAM_ROUTES)) print(result.contentSchema)
  print({ enum: contract.WORLD_EVENT_KINDS })
  for (const module of new Set([...used.values()].map((home) => home.module))) {
    const text = [...used]
      .filter(([, home]) => home.module === module)
      .map(([name, { definition }]) => `export type ${name} = ${definition}\n`)
      .join('\n')
    texts.set(`shapes/${module}.ts`, `${importsFor(text, { used, own: module, folder: './' })}\n${text}`)
  }
  return texts
}

function format(name, text) {
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', `--stdin-file-path=${join(FOLDER, name)}`], {
    cwd: ROOT,
    input: HEADING + text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  return stdout
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const folder = join(ROOT, FOLDER)
const texts = [...textsOf(await loadContract())].map(([name, text]) => [join(folder, name), format(name, text)])

if (process.argv.includes('--check')) {
  const there = new Map(filesIn(folder).map((file) => [file, readFileSync(file, 'utf8')]))
  const isSame = there.size === texts.length && texts.every(([file, text]) => there.get(file) === text)
  if (!isSame) console.log(`${FOLDER} is out of date: run npm run generate`)
  process.exit(isSame ? 0 : 1)
}
rmSync(folder, { recursive: true, force: true })
for (const [file, text] of texts) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
