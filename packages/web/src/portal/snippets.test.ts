import { describe, expect, it } from 'vitest'
import { KEY_PLACEHOLDER, snippetsFor } from './snippets.ts'

const place = { baseUrl: 'https://net.example/at/home', agentId: 'agt_1' }

describe('what is copied to connect an agent', () => {
  it('has address and visitor filled in everywhere', () => {
    for (const { name, code } of snippetsFor(place)) {
      expect(code, name).toContain(place.baseUrl)
      expect(code, name).toContain(place.agentId)
    }
  })

  it('leaves the key to a variable, which only the environment names a value for', () => {
    for (const { name, code } of snippetsFor(place)) {
      expect(code, name).toContain('AGENT_NETWORK_KEY')
      expect(code.includes(KEY_PLACEHOLDER), name).toBe(name === 'Environment')
    }
  })
})
