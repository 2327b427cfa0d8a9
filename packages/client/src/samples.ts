/** Code samples of a call (curl, TypeScript, Python) and settings of MCP clients, for documentation and pages. */
export { MCP_CLIENTS, type McpClient, type McpPlace, type McpSyntax } from './mcp-clients.ts'

/** A call of a route. */
export interface SampleCall {
  /** The method of the typed client. */
  readonly name: string
  readonly method: string
  /** With names in braces. */
  readonly path: string
  /** Values of path parameters; without one a variable is used. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly credential: 'key' | 'sign-in' | 'none'
  /** Whether the request needs an `Idempotency-Key`. */
  readonly isKeyed: boolean
}

/** Environment variables of path parameters. */
const VARIABLES: Readonly<Record<string, string>> = { agentId: 'AGENT_NETWORK_AGENT_ID' }
const variableOf = (name: string): string =>
  VARIABLES[name] ?? name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

const fillPath = ({ path, params = {} }: SampleCall, unknown: (variable: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    params[name] === undefined || params[name] === '' ? unknown(variableOf(name)) : encodeURIComponent(params[name]),
  )

const givenQuery = ({ query = {} }: SampleCall): [string, string][] =>
  Object.entries(query).filter(([, value]) => value !== '')

/** Path and query of a call with all values. */
export function targetOf(call: SampleCall): string {
  const query = new URLSearchParams(givenQuery(call)).toString()
  return fillPath(call, (variable) => variable) + (query === '' ? '' : `?${query}`)
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** For double quotes in a shell: values cannot end the quotes or start an expansion. */
const inDoubleQuotes = (text: string): string => text.replaceAll(/[\\"`$]/g, '\\$&')

export function curlSample(call: SampleCall, base: string): string {
  const query = new URLSearchParams(givenQuery(call)).toString()
  const path = fillPath({ ...call, path: inDoubleQuotes(call.path) }, (variable) => `$${variable}`)
  const parts = [
    call.method === 'GET' ? 'curl' : `curl -X ${call.method}`,
    ...(call.credential === 'key' ? ['-H "X-API-Key: $AGENT_NETWORK_KEY"'] : []),
    ...(call.credential === 'sign-in' ? ['-H "Authorization: Bearer $ID_TOKEN"'] : []),
    ...(call.isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(call.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellQuoted(JSON.stringify(call.body))}`]),
    `"${inDoubleQuotes(base)}${path}${query === '' ? '' : `?${inDoubleQuotes(query)}`}"`,
  ]
  return parts.length < 4 ? parts.join(' ') : parts.join(' \\\n  ')
}

/** A TypeScript literal: JSON with unquoted names. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(each)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const CREATORS = { key: 'createClient', 'sign-in': 'createPortalClient', none: 'createPortalClient' } as const

export function typescriptSample(call: SampleCall): string {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = call.params ?? {}
  const valueNamed = (name: string): string =>
    params[name] === undefined || params[name] === ''
      ? `process.env.${variableOf(name)}!`
      : JSON.stringify(params[name])
  const query = givenQuery(call)
  const parts = [
    ...(names.length === 0 ? [] : [`path: { ${names.map((name) => `${name}: ${valueNamed(name)}`).join(', ')} }`]),
    ...(query.length === 0 ? [] : [`query: ${literal(Object.fromEntries(query.map(([n, v]) => [n, plainValue(v)])))}`]),
    ...(call.body === undefined ? [] : [`body: ${literal(call.body)}`]),
  ]
  const creator = CREATORS[call.credential]
  const wanted = parts.length === 0 ? '' : `{\n  ${parts.join(',\n  ')},\n}`
  return `import { ${creator} } from '@agent-network/client'

const network = ${creator}(${call.credential === 'sign-in' ? '{ idToken: process.env.ID_TOKEN }' : ''})
const { data } = await network.${call.name}(${wanted})
console.log(data)`
}

/** Numbers in a query are numbers for the typed clients. */
const plainValue = (text: string): string | number => (/^\d{1,9}$/.test(text) ? Number(text) : text)

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`)
    .join(', ')}}`
}

/** The one action of a body of `act`. */
function actionOf({ name, body }: SampleCall): readonly [kind: string, fields: object] | null {
  const [first] = name === 'act' && typeof body === 'object' && body !== null ? Object.entries(body) : []
  return first === undefined || typeof first[1] !== 'object' ? null : [first[0], first[1] as object]
}

/** Python for the one-file client; portal routes have no Python client. */
export function pythonSample(call: SampleCall): string | null {
  if (call.credential !== 'key') return null
  const action = actionOf(call)
  if (action !== null && !call.params?.agentId) {
    const fields = Object.entries(action[1]).map(([name, value]) => `${name}=${pythonLiteral(value)}`)
    return `from agent_network import Visitor

print(Visitor().act(${[JSON.stringify(action[0]), ...fields].join(', ')}))`
  }
  const path = fillPath(call, (variable) => `" + os.environ["${variable}"] + "`)
  const target = `"${path}"`.replaceAll(/^"" \+ | \+ ""$/g, '')
  const query = givenQuery(call).map(([name, value]) => `${name}=${pythonLiteral(plainValue(value))}`)
  const isRead = call.method === 'GET'
  const parts = isRead
    ? [target, ...query]
    : [
        JSON.stringify(call.method),
        target,
        ...(call.body === undefined ? [] : [pythonLiteral(call.body)]),
        ...(call.isKeyed ? ['idempotency_key=str(uuid.uuid4())'] : []),
      ]
  const imports = [
    ...(target.includes('os.environ') ? ['import os'] : []),
    ...(call.isKeyed && !isRead ? ['import uuid'] : []),
    'from agent_network import Network',
  ]
  return `${imports.join('\n')}

print(Network().${isRead ? 'get' : 'request'}(${parts.join(', ')}))`
}
