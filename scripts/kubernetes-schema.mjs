// node scripts/kubernetes-schema.mjs: writes ops/schemas/kubernetes.schema.json anew, from the models that the Kubernetes
// project makes of its own OpenAPI document and publishes with its JavaScript client. Only what ops/kubernetes can reach is
// kept. A field that the document does not have is refused, as a typing error would be.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './setup.mjs'

/** Its models are those of version 1.32; the manifests hold to it and to newer ones, whose fields of v1 do not go. */
const SOURCE = '@kubernetes/client-node@1.0.0'
const KINDS = { V1Deployment: 'apps/v1', V1Service: 'v1', V1PodDisruptionBudget: 'policy/v1' }

const folder = mkdtempSync(join(tmpdir(), 'agent-network-kubernetes-'))

function run(command, args, cwd = folder) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

const models = join(folder, 'package/dist/gen/models')

/** A model as its two files tell it: types of its fields in one, which of them must be there in the other. */
function readModel(name) {
  const [code, types] = ['js', 'd.ts'].map((ending) => readFileSync(join(models, `${name}.${ending}`), 'utf8'))
  const fields = JSON.parse(/attributeTypeMap = (\[[\s\S]*?\n\]);/.exec(code)[1])
  const required = [...types.matchAll(/^ {4}'(\w+)': /gm)].map(([, field]) => field)
  return { fields, required, version: /OpenAPI spec version: (?:release-|v)([\d.]+)/.exec(code)[1] }
}

const PLAIN = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  any: {},
  Date: { type: 'string' },
  V1MicroTime: { type: 'string' },
  // The client has a type of its own for what the document calls int-or-string.
  IntOrString: { type: ['integer', 'string'] },
}

function typeOf({ type, format }, reach) {
  const list = /^Array<(.*)>$/.exec(type)
  if (list) return { type: 'array', items: typeOf({ type: list[1], format }, reach) }
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type)
  if (map) return { type: 'object', additionalProperties: typeOf({ type: map[1], format }, reach) }
  if (type === 'number') return { type: format.startsWith('int') ? 'integer' : 'number' }
  if (Object.hasOwn(PLAIN, type)) return PLAIN[type]
  reach(type)
  return { $ref: `#/definitions/${type}` }
}

function schemaOf() {
  const definitions = {}
  const versions = new Set()
  const waiting = Object.keys(KINDS)
  while (waiting.length > 0) {
    const name = waiting.pop()
    if (definitions[name] !== undefined) continue
    const { fields, required, version } = readModel(name)
    versions.add(version)
    const properties = Object.fromEntries(
      fields.map((field) => [field.baseName, typeOf(field, (reached) => waiting.push(reached))]),
    )
    if (Object.hasOwn(KINDS, name)) {
      properties.apiVersion = { const: KINDS[name] }
      properties.kind = { const: name.slice('V1'.length) }
      required.push('apiVersion', 'kind')
    }
    definitions[name] = {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    }
  }
  const sorted = Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: `OpenAPI document of Kubernetes ${[...versions].join(', ')} (Apache-2.0), by way of ${SOURCE}; written by scripts/kubernetes-schema.mjs`,
    oneOf: Object.keys(KINDS).map((name) => ({ $ref: `#/definitions/${name}` })),
    definitions: sorted,
  }
}

try {
  run('npm', ['pack', '--silent', SOURCE])
  run('tar', ['xzf', readdirSync(folder).find((name) => name.endsWith('.tgz'))])
  const file = join(root, 'ops/schemas/kubernetes.schema.json')
  writeFileSync(file, JSON.stringify(schemaOf(), null, 2))
  run(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], root)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
