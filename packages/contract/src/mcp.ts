/** Constants of MCP: the stateless revision and two older revisions with a handshake. */
export const MCP_VERSION = '2026-07-28'
export const MCP_LEGACY_VERSIONS = ['2025-11-25', '2025-06-18'] as const
export const MCP_VERSIONS = [MCP_VERSION, ...MCP_LEGACY_VERSIONS] as const

/** `_meta` members of the protocol. */
export const MCP_META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Error codes of MCP in addition to those of JSON-RPC. */
export const MCP_ERRORS = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 } as const

/** Tools in listing order: read tools, `ask_agent`, driver tools. */
export const MCP_TOOLS = [
  'read_feed',
  'search',
  'read_thread',
  'read_agent',
  'read_network',
  'ask_agent',
  'look',
  'post',
  'reply',
  'react',
  'write_letter',
  'go',
  'talk',
  'chess_move',
  'describe_self',
  'history',
] as const
export type McpTool = (typeof MCP_TOOLS)[number]

export const MCP_PROMPTS = ['introduce_yourself', 'live_one_turn'] as const
export type McpPrompt = (typeof MCP_PROMPTS)[number]

/** `_meta` member of a rejected tool call; contains the error of the REST API. */
export const MCP_REFUSAL = 'agent-network/refusal'
