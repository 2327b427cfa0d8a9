// node bench/suites/protocols.mjs [--quick]: what MCP, conditional requests, compression, machine tokens and the metrics listener
// cost, each beside the plain request of the same server.
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { allThreadsMs, mainThreadMs } from '../lib/core-time.mjs'
import { dataset, scratchCopy, scratchFolder } from '../lib/datasets.mjs'
import {
  getRequest,
  openConnection,
  openConnections,
  operatorRequest,
  postRequest,
  sendMany,
  sendRequest,
} from '../lib/http-client.mjs'
import { CONNECTIONS, combineRuns, compareRuns, measureLoad, outputOf } from '../lib/load.mjs'
import { programFile } from '../lib/paths.mjs'
import { atLeast, atMost, count, measureTable, ms, perSecond, plainRow } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

const VERSION = '2026-07-28'
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} }

const MCP_CONNECTIONS = 20
/** Enough keys for their rate limits. */
const KEYS = 300
const PAGES = 100
/** Requests per turn, and turns per round. */
const EACH = 200
const TURNS = 12

/** One tool and its route: cached pages, and pages under addresses that no request has used before. */
const CASES = {
  'read_feed, cached': { warmUp: 4_000, argumentsOf: (n) => ({ page: (n % PAGES) + 1 }) },
  'read_feed, uncached': { warmUp: 3_000, argumentsOf: (n) => ({ page: (n % PAGES) + 1, n }) },
}

const pathOf = ({ page, n }) => `/v1/posts?page=${page}&perPage=10${n === undefined ? '' : `&n=${n}`}`
const byRoute = (args, key) => getRequest(pathOf(args), key)
const byTool = (args, key) =>
  postRequest(
    '/mcp',
    `MCP-Protocol-Version: ${VERSION}\r\nMcp-Method: tools/call\r\nMcp-Name: read_feed\r\nX-API-Key: ${key}`,
    'application/json',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_feed', arguments: args, _meta: META },
    }),
  )

/**
 * Core time of one request by tool and by route: the minimum of many short turns, because other programs on the machine only
 * add to it. A fixed number of requests, so that a busy machine warms up as well.
 */
async function measureMcp(set, { rounds }) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data)
  const keys = set.keys.slice(0, KEYS)
  try {
    await operatorRequest(server, 'PATCH', '/_operator/config', { mcpEnabled: true })
    const connections = await openConnections(server.port, MCP_CONNECTIONS)
    const sent = new Map([byRoute, byTool].map((protocol) => [protocol, 0]))
    async function sendTurn(protocol, argumentsOf, requests) {
      const first = sent.get(protocol)
      const before = mainThreadMs(server.pid)
      await sendMany(connections, (n) => protocol(argumentsOf(n), keys[n % keys.length]), requests, first)
      sent.set(protocol, first + requests)
      return (mainThreadMs(server.pid) - before) / requests
    }
    const results = {}
    for (const [name, { warmUp, argumentsOf }] of Object.entries(CASES)) {
      for (const protocol of sent.keys()) await sendTurn(protocol, argumentsOf, warmUp)
      const [tool, route] = [[], []]
      for (let n = 0; n < TURNS * rounds; n++) {
        tool.push(await sendTurn(byTool, argumentsOf, EACH))
        route.push(await sendTurn(byRoute, argumentsOf, EACH))
      }
      results[name] = { tool: Math.min(...tool), route: Math.min(...route) }
    }
    for (const connection of connections) connection.close()
    return results
  } finally {
    await server.stop()
    copy.remove()
  }
}

const PAGE = '/v1/posts?perPage=100'
const PAGE_SIZES = Array.from({ length: 100 }, (_, n) => n + 1)

/** Head and length of one response, with or without a body. */
function headOf(port, path, lines) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks = []
    socket.on('error', reject)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => {
      const all = Buffer.concat(chunks)
      const at = all.indexOf('\r\n\r\n')
      const head = all.latin1Slice(0, at)
      const field = (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null
      resolve({ status: Number(head.slice(9, 12)), field, bytes: all.length, bodyBytes: all.length - at - 4 })
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${lines}\r\nConnection: close\r\n\r\n`)
  })
}

/** Core time of several kinds of traffic on one server, alternating. */
async function inRounds(server, kinds, { seconds, rounds }) {
  const measured = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (const traffic of Object.values(kinds)) await measureLoad(server, 1, traffic)
  for (let n = 0; n < 2 * rounds; n++)
    for (const [name, traffic] of Object.entries(kinds))
      measured[name].push(await measureLoad(server, Math.max(1, Math.round(seconds / rounds / 4)), traffic))
  return Object.fromEntries(Object.entries(measured).map(([name, runs]) => [name, combineRuns(runs)]))
}

async function measureHttp(set, pace) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data)
  try {
    const [key] = set.keys
    const fetchHead = (path, extra = '') => headOf(server.port, path, `${extra}X-API-Key: ${key}`)
    const plain = await fetchHead(PAGE)
    const tag = plain.field('ETag')
    const forms = {}
    for (const coding of ['br', 'gzip']) forms[coding] = await fetchHead(PAGE, `Accept-Encoding: ${coding}\r\n`)
    const unchanged = await fetchHead(PAGE, `If-None-Match: ${tag}\r\n`)
    if (plain.status !== 200 || unchanged.status !== 304) throw new Error('unexpected responses')
    // The uncompressed page whose length is closest to that of the compressed one.
    const length = forms.br.bodyBytes
    let similar = null
    for (const size of PAGE_SIZES) {
      const path = `/v1/posts?perPage=${size}`
      const { bodyBytes } = await fetchHead(path)
      if (similar === null || Math.abs(bodyBytes - length) < Math.abs(similar.bodyBytes - length))
        similar = { path, bodyBytes }
      if (bodyBytes > length) break
    }
    const traffic = (path, extra = '') => ({ keysFile: set.keysFile, paths: [path], before: `${extra}X-API-Key: ` })
    const measured = await inRounds(
      server,
      {
        plain: traffic(PAGE),
        unchanged: traffic(PAGE, `If-None-Match: ${tag}\r\n`),
        br: traffic(PAGE, 'Accept-Encoding: br\r\n'),
        gzip: traffic(PAGE, 'Accept-Encoding: gzip\r\n'),
        similar: traffic(similar.path),
      },
      pace,
    )
    const bytes = {
      plain: plain.bytes,
      unchanged: unchanged.bytes,
      br: forms.br.bytes,
      gzip: forms.gzip.bytes,
      similar: (await fetchHead(similar.path)).bytes,
    }
    return { measured, bytes }
  } finally {
    await server.stop()
    copy.remove()
  }
}

/** Token requests of one machine client. */
async function tokenTraffic(server, folder) {
  const machineClient = { services: ['bench'] }
  const { id } = await operatorRequest(server, 'POST', '/_operator/apps', {
    ownerUid: 'bench',
    name: 'Bench',
    machineClient,
  })
  const { clientSecret } = await operatorRequest(server, 'POST', `/_operator/apps/${id}/client-secret`)
  const keysFile = join(folder, 'client.txt')
  const pair = [id, clientSecret].map(encodeURIComponent).join(':')
  const credential = Buffer.from(pair).toString('base64')
  writeFileSync(keysFile, `${credential}\n`, { mode: 0o600 })
  const before = 'Authorization: Basic '
  const path = '/oidc/token'
  const type = 'application/x-www-form-urlencoded'
  const body = 'grant_type=client_credentials&service_id=bench'
  // The first token creates the signing key.
  const connection = await openConnection(server.port)
  await sendRequest(connection, postRequest(path, before + credential, type, body))
  connection.close()
  return { keysFile, before, paths: [path], type, bodies: [body] }
}

/** Signatures alone, as many in flight as the load client has connections. */
async function signatures(seconds) {
  const args = [programFile('token-signer'), seconds, CONNECTIONS].map(String)
  return JSON.parse(await outputOf(process.execPath, args))
}

/** Core time of all threads, because signatures run outside the main thread. */
async function measureTokens({ seconds, rounds }) {
  const data = scratchFolder()
  const server = await startServer(data)
  try {
    const traffic = await tokenTraffic(server, data)
    const measured = { tokens: [], bare: [] }
    await measureLoad(server, 1, traffic)
    for (let n = 0; n < rounds; n++) {
      measured.tokens.push(await measureLoad(server, seconds / rounds, traffic, allThreadsMs))
      measured.bare.push(await signatures(seconds / rounds))
    }
    return compareRuns(combineRuns(measured.tokens), combineRuns(measured.bare))
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Core time of one scrape of the metrics listener. */
async function measureScrape(set, scrapes) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data, { flags: ['--metrics-port', '0'] })
  try {
    const connection = await openConnection(Number(new URL(server.metricsUrl).port))
    // This listener accepts only its own host names.
    const scrape = () => sendRequest(connection, 'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    for (let n = 0; n < scrapes / 2; n++) await scrape()
    const before = allThreadsMs(server.pid)
    for (let n = 0; n < scrapes; n++) await scrape()
    connection.close()
    return (allThreadsMs(server.pid) - before) / scrapes
  } finally {
    await server.stop()
    copy.remove()
  }
}

const mcpRows = (results) =>
  Object.entries(results).map(([name, { tool, route }]) =>
    atMost(`MCP ${name}: core time beyond the REST request`, tool - route, 0.1, {
      unit: 'ms',
      detail: `${ms(tool)} and ${ms(route)}`,
    }),
  )

function httpRows({ measured, bytes }) {
  const core = (name) => measured[name].cpuPerRequest
  const cost = (name) => `${ms(core(name))} for ${count(bytes[name])} bytes`
  return [
    atMost('304 as a multiple of the 200 response, core time', core('unchanged') / core('plain'), 1, {
      detail: `${cost('unchanged')}; 200: ${cost('plain')}`,
    }),
    ...['br', 'gzip'].map((coding) =>
      atLeast(
        `cached ${coding} response: bytes per core time, share of an uncompressed one`,
        bytes[coding] / core(coding) / (bytes.similar / core('similar')),
        0.8,
        { detail: `${cost(coding)}; uncompressed: ${cost('similar')}` },
      ),
    ),
  ]
}

const tokenRow = ({ ours, baseline, cpuRatio }) =>
  plainRow('POST /oidc/token: share of the signature in the core time', cpuRatio, {
    detail: `${ms(baseline.cpuPerRequest)} of ${ms(ours.cpuPerRequest)}; ${perSecond(ours.perSecond)}`,
  })

async function run({ pace, quick }) {
  const small = await dataset(1_000)
  const rows = [
    ...mcpRows(await measureMcp(await dataset(10_000), pace)),
    ...httpRows(await measureHttp(small, pace)),
    tokenRow(await measureTokens(pace)),
    atMost('GET /metrics: core time', await measureScrape(small, quick ? 30 : 200), 5, { unit: 'ms' }),
  ]
  return [measureTable('Protocols beside plain requests', rows)]
}

export const suite = { title: 'MCP, HTTP caching, tokens and metrics', run }
await runIfMain(import.meta, suite)
