// For `npm run test:nodes`: the conformance runner of the Model Context Protocol against `/mcp` of the demo. Its scenarios are
// made for an example server; what they ask for and nobody here offers is listed below, and everything else has to hold.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const RUNNER = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const REVISIONS = ['2026-07-28', '2025-11-25']
/** Fewer checks that hold than this are a runner that did not run. */
const HELD_MIN = 120

/** Extensions that the server does not declare, by the beginning of a scenario's name. */
const EXTENSIONS = /^server-tasks-/

/** Checks that fail because what they look for is not offered. A check that holds nevertheless has to go from this list. */
const NOT_OFFERED = {
  'tools, prompts and resources of the example server': [
    'json-schema-2020-12-tool-found',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'resources-read-binary',
    'resources-read-text',
    'resources-templates-read',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-simple-text',
    'tools-call-with-progress',
  ],
  'questions back to the client (elicitation, sampling, roots), which no tool here has': [
    'elicitation-sep1034-general',
    'elicitation-sep1330-general',
    'sep-2322-elicitation-incomplete',
    'sep-2322-list-roots-incomplete',
    'sep-2322-multi-round-r1',
    'sep-2322-multiple-inputs-incomplete',
    'sep-2322-non-tool-incomplete',
    'sep-2322-reject-tampered-state',
    'sep-2322-request-state-incomplete',
    'sep-2322-respect-client-capabilities',
    'sep-2322-result-type-included',
    'sep-2322-sampling-incomplete',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-rejects-undeclared-capability',
    'tools-call-elicitation',
    'tools-call-sampling',
  ],
  'arguments that are repeated in headers (x-mcp-header)': [
    'sep-2243-server-decode-base64',
    'sep-2243-server-no-xmcp-tool',
    'sep-2243-server-reject-invalid-param-chars',
    'sep-2243-server-reject-param-mismatch',
    'sep-2243-server-validate-param-match',
  ],
  'log messages': ['logging-set-level', 'sep-2575-server-no-log-without-loglevel', 'tools-call-with-logging'],
  'completion of arguments': ['completion-complete'],
  'subscriptions of before 2026-07-28, which need a session': ['resources-subscribe', 'resources-unsubscribe'],
}

/** The program of the runner. Waits for the registry most of its time. */
export async function installRunner(folder) {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error']
  await run('npm', ['install', '--prefix', folder, ...quiet, RUNNER])
  return join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
}

/** Below the 60 handshakes, pings and lists that a key may send in a minute. */
const REQUESTS_PER_KEY = 40
const KEYS = 25

/** Keys like the demo key, old enough to be out of probation. */
async function createKeys({ operator, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method, body) => {
    const response = await fetch(`${operator}/_operator/keys`, { method, headers, ...(body && { body }) })
    if (!response.ok) throw new Error(`${method} keys: ${response.status} ${await response.text()}`)
    return (await response.json()).data
  }
  const [{ tier, scopes, worldId }] = await call('GET')
  const body = JSON.stringify({ name: 'conformance', tier, scopes, worldId, createdAt: '2026-01-01T00:00:00.000Z' })
  return Promise.all(Array.from({ length: KEYS }, async () => (await call('POST', body)).key))
}

/** The runner cannot send a key, so this proxy adds one, the next after some requests. Its own origin is the server's. */
async function startProxy(base, keys) {
  let count = 0
  const proxy = createServer((incoming, outgoing) => {
    const { host, origin } = incoming.headers
    const key = keys[Math.floor(count++ / REQUESTS_PER_KEY)]
    const headers = { ...incoming.headers, host: new URL(base).host, 'x-api-key': key }
    if (origin === `http://${host}` && host === `127.0.0.1:${proxy.address().port}`) headers.origin = base
    const forwarded = request(base + incoming.url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
    outgoing.on('close', () => forwarded.destroy())
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}

/** Every check of the scenarios that a revision requires, as the runner wrote it down. */
async function checksOf({ node, runner, url, revision, folder }) {
  const args = ['server', '--url', url, '--requirements', revision, '--timeout', '10000', '-o', folder]
  // It fails by the scenarios that cannot hold here; what it found is judged by check.
  await run(node, [runner, ...args], { cwd: folder, maxBuffer: 1e8 }).catch(() => {})
  return readdirSync(folder)
    .filter((name) => name.startsWith('server-') && !EXTENSIONS.test(name))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')))
}

/**
 * Scenarios of the runner about authorization. `authorization` tests the issuer and is run below. The scenarios `auth/…`
 * test clients against a server of the runner, so they do not apply: 21 of the revisions (metadata, cimd, scope, token
 * endpoint, pre-registration, resource, offline access, migration, iss) and 6 of extensions that the server does not
 * declare (client credentials, enterprise-managed authorization, dpop, workload identity).
 */
const AUTHORIZATION_CHECKS = [
  'authorization-server-metadata',
  'authorization-server-metadata-cimd',
  'authorization-code-grant',
]

async function sendJson(url, { method = 'POST', token, body } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const result = await response.json()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(result)}`)
  return result.data ?? result
}

/** A developer with a visitor, who allows every request. */
async function createPerson({ base, operator, token }) {
  const switches = { developerSignupsEnabled: true, visitorSelfServeEnabled: true, visitorDriveEnabled: true }
  await sendJson(`${operator}/_operator/config`, {
    method: 'PATCH',
    token,
    body: { ...switches, mcpOAuthEnabled: true },
  })
  const [email, password] = ['conformance@example.org', 'a long password for conformance']
  await sendJson(`${base}/_developer/identity/sign-up`, { body: { email, password } })
  const link = await sendJson(`${operator}/_operator/developers/${encodeURIComponent(email)}/confirm-link`, { token })
  const confirmation = { token: link.url.split('#token=')[1], password }
  const { idToken } = await sendJson(`${base}/_developer/identity/verify`, { body: confirmation })
  const portal = (path, options = {}) => sendJson(`${base}/_developer${path}`, { token: idToken, ...options })
  const terms = await portal('/signup', { method: 'GET' })
  await portal('/signup', { body: { acceptedVisitorTermsVersion: terms.termsVersion } })
  const { id: appId } = await portal('/apps', { body: { name: 'Conformance' } })
  const [world] = await portal('/visitor-worlds', { method: 'GET' })
  const accepted = {
    acceptedDeveloperTermsVersion: terms.developerTermsVersion,
    acceptedVisitorTermsVersion: terms.termsVersion,
  }
  const registration = { slug: 'conformance', worldId: world.id, ...accepted }
  const { visitor } = await portal(`/apps/${appId}/visitors`, { body: registration })
  return async (url) => {
    const decision = { request: new URL(url).search.slice(1), decision: 'allow', agentId: visitor.agentId }
    const { redirectTo } = await portal('/authorization', { body: decision })
    await fetch(redirectTo)
  }
}

/** The runner prints the address of the consent page, and a line of its own when its callback is served. */
async function authorizationChecks({ node, runner, base, operator, token, folder }) {
  const allow = await createPerson({ base, operator, token })
  const listener = createServer()
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  const client = { client_name: 'Conformance', redirect_uris: ['http://127.0.0.1/callback'] }
  const { client_id: clientId } = await sendJson(`${base}/oauth/register`, { body: client })
  const args = ['authorization', '--url', base, '--client-id', clientId, '--resource', `${base}/mcp`]
  const child = spawn(node, [runner, ...args, '-p', String(port), '-o', folder], { cwd: folder })
  let output = ''
  let allowing = null
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.stdout.on('data', (chunk) => {
    output += chunk
    const [url] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output) ?? []
    // Until it listens, a redirect to its callback is refused.
    if (url === undefined || !output.includes('Callback server started') || allowing !== null) return
    allowing = allow(url).catch((error) => {
      output += error
      child.kill()
    })
  })
  await ended
  await allowing
  const checks = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const held = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id)
  const missing = AUTHORIZATION_CHECKS.filter((id) => !held.includes(id))
  if (missing.length > 0) throw new Error(`MCP's conformance runner, authorization: ${missing.join(', ')}\n${output}`)
  console.log(`MCP's conformance runner: ${held.length} checks of authorization hold`)
}

/** Throws where a check fails that should hold, or holds that was given up. */
export async function tryConformance({ node, runner, base, operator, token, temporary }) {
  const proxy = await startProxy(base, await createKeys({ operator, token }))
  const url = `http://127.0.0.1:${proxy.address().port}/mcp`
  const checks = []
  try {
    for (const revision of REVISIONS) {
      const folder = mkdtempSync(join(temporary, 'agent-network-conformance-'))
      checks.push(...(await checksOf({ node, runner, url, revision, folder })))
      rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    proxy.close()
  }
  const failed = new Map(
    checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage }) => [id, errorMessage ?? '']),
  )
  const expected = new Set(Object.values(NOT_OFFERED).flat())
  const held = checks.filter(({ status }) => status === 'SUCCESS').length
  const faults = [
    ...[...failed].filter(([id]) => !expected.has(id)).map(([id, why]) => `${id} fails: ${why}`),
    ...[...expected].filter((id) => !failed.has(id)).map((id) => `${id} holds, or was not run`),
    ...(held < HELD_MIN ? [`${held} checks held, of at least ${HELD_MIN}`] : []),
  ]
  if (faults.length > 0) throw new Error(`MCP's conformance runner:\n${faults.join('\n')}`)
  console.log(`MCP's conformance runner: ${held} checks hold, ${failed.size} look for what is not offered`)
  const folder = mkdtempSync(join(temporary, 'agent-network-authorization-'))
  await authorizationChecks({ node, runner, base, operator, token, folder })
  rmSync(folder, { recursive: true, force: true })
}
