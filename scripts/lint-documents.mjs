// npm run lint:documents: the OpenAPI and AsyncAPI documents under the linters that others read them with. Their more than
// two hundred packages are installed into a temporary folder and are no dependency.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install } from './setup.mjs'

const TOOLS = ['@redocly/cli@2.73.0', '@stoplight/spectral-cli@6.16.3', '@asyncapi/parser@3.6.3']
const RULES = {
  extends: ['spectral:oas', 'spectral:asyncapi'],
  // Whoever runs a server is found by its pages; no address of theirs is known here.
  rules: { 'asyncapi-info-contact-properties': 'off' },
  // A switch has a type and a default, which looks like a schema and is none.
  overrides: [
    {
      files: ['operator.json#/paths/~1_operator~1switches/get/responses/200/content/application~1json/example'],
      rules: { 'oas3-valid-schema-example': 'off' },
    },
  ],
}
const PARSE = `
import { readFileSync } from 'node:fs'
import asyncapi from '@asyncapi/parser'
const { diagnostics } = await new asyncapi.Parser().parse(readFileSync('asyncapi.json', 'utf8'))
for (const { code, message, path } of diagnostics) console.error(code, message, path.join('.'))
process.exit(diagnostics.length === 0 ? 0 : 1)
`

install()
build()
const { asyncApi, DOCUMENTED_ROUTES, OPERATOR_ROUTES, openApi } = await import('../packages/contract/dist/index.js')
const about = { serverUrl: 'https://network.example', version: '1.0.0' }
const DOCUMENTS = {
  'openapi.json': openApi(DOCUMENTED_ROUTES, about),
  'operator.json': openApi(OPERATOR_ROUTES, { ...about, audience: 'operator' }),
  'asyncapi.json': asyncApi(about),
}

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
const run = (program, args) => spawnSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] }).status === 0
const tool = (name, ...args) => run(process.execPath, [join(folder, 'node_modules', name), ...args])
try {
  const write = (name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  for (const [name, document] of Object.entries(DOCUMENTS)) write(name, document)
  write('package.json', { private: true })
  write('rules.json', RULES)
  writeFileSync(join(folder, 'parse.mjs'), PARSE)
  if (!run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...TOOLS]))
    throw new Error('the linters could not be installed')
  const names = Object.keys(DOCUMENTS)
  const clean = [
    tool('@redocly/cli/bin/cli.js', 'lint', '--extends', 'recommended-strict', ...names),
    tool('@stoplight/spectral-cli/dist/index.js', 'lint', '--fail-severity', 'hint', '-r', 'rules.json', ...names),
    run(process.execPath, ['parse.mjs']),
  ]
  if (clean.includes(false)) process.exitCode = 1
  else console.log(`${names.join(', ')}: clean`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
