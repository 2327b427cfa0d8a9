// What the Model Context Protocol adds to the routes it calls: the same read through both doors, in turns. Requests are a
// number and not a time, so that both doors are warm on a busy machine, too.
import { askOnce, openConnection, postBytes, requestBytes } from './connection.mjs'
import { scratchCopy } from './dataset.mjs'
import { operate } from './operator.mjs'
import { cpuMs, startServer } from './servers.mjs'

const VERSION = '2026-07-28'
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} }

const CONNECTIONS = 20
/** Enough that none runs into its window. */
const KEYS = 300
const PAGES = 100
/** Requests in a turn, of which there are so many in a round. */
const EACH = 200
const TURNS = 12

/** One tool and the one route behind it: pages that both doors keep, and an argument that makes each request a new one. */
const CASES = {
  'read_feed, kept': { warmUp: 4_000, given: (n) => ({ page: (n % PAGES) + 1 }) },
  'read_feed, made anew': { warmUp: 3_000, given: (n) => ({ page: (n % PAGES) + 1, n }) },
}

const pathOf = ({ page, n }) => `/v1/posts?page=${page}&perPage=10${n === undefined ? '' : `&n=${n}`}`
const byRoute = (given, key) => requestBytes(pathOf(given), key)
const byTool = (given, key) =>
  postBytes(
    '/mcp',
    `MCP-Protocol-Version: ${VERSION}\r\nMcp-Method: tools/call\r\nMcp-Name: read_feed\r\nX-API-Key: ${key}`,
    'application/json',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_feed', arguments: given, _meta: META },
    }),
  )

const least = (values) => Math.min(...values)

/**
 * Core time of one request through each door: of many short turns, the one that was disturbed least. Whoever shares the
 * machine only ever adds to it, by what they push out of its caches.
 */
export async function mcp(set, { rounds }) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data)
  const keys = set.keys.slice(0, KEYS)
  try {
    await operate(server, 'PATCH', '/_operator/config', { mcpEnabled: true })
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port)))
    const asked = new Map([byRoute, byTool].map((door) => [door, 0]))
    async function askMany(door, given, count) {
      const first = asked.get(door)
      let n = first
      const next = async (connection) => {
        while (n < first + count) {
          const at = n++
          await askOnce(connection, door(given(at), keys[at % keys.length]))
        }
      }
      const before = cpuMs(server.pid)
      await Promise.all(connections.map(next))
      asked.set(door, first + count)
      return (cpuMs(server.pid) - before) / count
    }
    const results = {}
    for (const [name, { warmUp, given }] of Object.entries(CASES)) {
      for (const door of asked.keys()) await askMany(door, given, warmUp)
      const turns = []
      for (let n = 0; n < TURNS * rounds; n++)
        turns.push({ tool: await askMany(byTool, given, EACH), route: await askMany(byRoute, given, EACH) })
      const tool = least(turns.map((turn) => turn.tool))
      const route = least(turns.map((turn) => turn.route))
      results[name] = { tool, route, beyond: tool - route }
    }
    for (const connection of connections) connection.close()
    return results
  } finally {
    await server.stop()
    copy.remove()
  }
}
