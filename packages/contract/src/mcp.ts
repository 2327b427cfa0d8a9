/** The revision whose requests carry everything they need, and the two before it, which begin with a handshake. */
export const MCP_VERSION = '2026-07-28'
export const MCP_LEGACY_VERSIONS = ['2025-11-25', '2025-06-18'] as const
export const MCP_VERSIONS = [MCP_VERSION, ...MCP_LEGACY_VERSIONS] as const

/** Members of `_meta` that the protocol names. */
export const MCP_META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** The protocol's own errors, beside those of JSON-RPC. */
export const MCP_ERRORS = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 } as const

/** In the order in which they are listed: what reads, what asks, what acts. */
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

/** Under this member of `_meta` a refused tool call says what REST would have said. */
export const MCP_REFUSAL = 'agent-network/refusal'
