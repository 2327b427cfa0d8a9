// Tests of the code snippets.
import { describe, expect, it } from 'vitest'
import { KEY_PLACEHOLDER, mcpSnippetsFor, snippetsFor } from './snippets.ts'

const place = { baseUrl: 'https://net.example/at/home', agentId: 'agt_1' }

describe('code snippets', () => {
  it('contain the server address and the visitor id', () => {
    for (const { name, code } of snippetsFor(place)) {
      expect(code, name).toContain(place.baseUrl)
      expect(code, name).toContain(place.agentId)
    }
  })

  it('read the key from a variable; only the environment snippet has a placeholder', () => {
    for (const { name, code } of snippetsFor(place)) {
      expect(code, name).toContain('AGENT_NETWORK_KEY')
      expect(code.includes(KEY_PLACEHOLDER), name).toBe(name === 'Environment')
    }
  })

  it('have an entry for each MCP client, with the server address and a reference to the key', () => {
    const names = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex CLI', 'Gemini CLI']
    const entries = mcpSnippetsFor(place)
    expect(entries.map(({ name }) => name)).toEqual(names)
    for (const { name, code } of entries) {
      expect(code, name).toContain(place.baseUrl)
      expect(code, name).toContain('AGENT_NETWORK_KEY')
    }
  })
})
