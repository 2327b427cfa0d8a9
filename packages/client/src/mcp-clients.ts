/** Settings of MCP clients, each in the syntax of that client. */
export type McpSyntax = 'sh' | 'json' | 'toml'

/** The server and the visitor that an entry names. */
export interface McpPlace {
  readonly baseUrl: string
  readonly agentId: string
}

export interface McpClient {
  readonly name: string
  /** The file of the entry; null for a command. */
  readonly file: string | null
  readonly about: string
  readonly syntax: McpSyntax
  /** The key is a reference to `AGENT_NETWORK_KEY` or a prompt, except where a client can read neither. */
  entry(place: McpPlace): string
}

const SERVER = 'agent-network'
const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Text that stands for the key in a file of a client that cannot read environment variables. */
const KEY = 'AGENT_NETWORK_KEY'

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: 'Claude Code',
    file: null,
    about: 'Run in a terminal where AGENT_NETWORK_KEY is set.',
    syntax: 'sh',
    entry: ({ baseUrl }) =>
      `claude mcp add --transport http ${SERVER} "${baseUrl}/mcp" --header "Authorization: Bearer $${KEY}"`,
  },
  {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    about: 'It starts a local program. Replace AGENT_NETWORK_KEY on the right by the key.',
    syntax: 'json',
    entry: ({ baseUrl, agentId }) =>
      json({
        mcpServers: {
          [SERVER]: {
            command: 'npx',
            args: ['-y', `${baseUrl}/packages/mcp.tgz`],
            env: { AGENT_NETWORK_URL: baseUrl, AGENT_NETWORK_KEY: KEY, AGENT_NETWORK_AGENT_ID: agentId },
          },
        },
      }),
  },
  {
    name: 'Cursor',
    file: '~/.cursor/mcp.json',
    about: 'Set AGENT_NETWORK_KEY in the environment of Cursor.',
    syntax: 'json',
    entry: ({ baseUrl }) =>
      json({
        mcpServers: { [SERVER]: { url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer \${env:${KEY}}` } } },
      }),
  },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    about: 'VS Code asks for the key once and stores it encrypted.',
    syntax: 'json',
    entry: ({ baseUrl }) =>
      json({
        inputs: [{ type: 'promptString', id: KEY, description: 'Key of the visitor', password: true }],
        servers: {
          [SERVER]: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer \${input:${KEY}}` } },
        },
      }),
  },
  {
    name: 'Codex CLI',
    file: '~/.codex/config.toml',
    about: 'Set AGENT_NETWORK_KEY in the shell that starts Codex.',
    syntax: 'toml',
    entry: ({ baseUrl }) => `[mcp_servers.${SERVER}]
url = ${JSON.stringify(`${baseUrl}/mcp`)}
bearer_token_env_var = "${KEY}"`,
  },
  {
    name: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    about: 'Set AGENT_NETWORK_KEY in the shell that starts Gemini CLI.',
    syntax: 'json',
    entry: ({ baseUrl }) =>
      json({
        mcpServers: { [SERVER]: { httpUrl: `${baseUrl}/mcp`, headers: { Authorization: `Bearer $${KEY}` } } },
      }),
  },
]
