// What the Model Context Protocol adds to the routes it calls: the same read through both doors, in turns.
import { scratchCopy } from './dataset.mjs'
import { together } from './load.mjs'
import { operate } from './operator.mjs'
import { startServer } from './servers.mjs'
import { compared, stretch } from './turns.mjs'

const VERSION = '2026-07-28'
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} }

/** One tool and the one route behind it. The page differs from request to request, so that no door has it at hand. */
const PAGES = Array.from({ length: 300 }, (_, n) => n + 1)
const PAIRS = {
  read_feed: {
    given: PAGES.map((page) => ({ page })),
    paths: PAGES.map((page) => `/v1/posts?page=${page}&perPage=10`),
  },
}

const toolTraffic = (keysFile, name, given) => ({
  keysFile,
  paths: ['/mcp'],
  before: `MCP-Protocol-Version: ${VERSION}\r\nMcp-Method: tools/call\r\nMcp-Name: ${name}\r\nX-API-Key: `,
  type: 'application/json',
  bodies: given.map((each) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: each, _meta: META } }),
  ),
})

/** Core time of both by the same process under the same load. */
export async function mcp(set, { seconds, rounds }) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data)
  try {
    await operate(server, 'PATCH', '/_operator/config', { mcpEnabled: true })
    const results = {}
    for (const [name, { given, paths }] of Object.entries(PAIRS)) {
      const tool = toolTraffic(set.keysFile, name, given)
      const route = { keysFile: set.keysFile, paths }
      const measured = { tool: [], route: [] }
      for (const traffic of [tool, route]) await stretch(server, 1, traffic)
      for (let n = 0; n < rounds; n++) {
        measured.tool.push(await stretch(server, seconds / rounds, tool))
        measured.route.push(await stretch(server, seconds / rounds, route))
      }
      results[name] = compared(together(measured.tool), together(measured.route))
    }
    return results
  } finally {
    await server.stop()
    copy.remove()
  }
}
