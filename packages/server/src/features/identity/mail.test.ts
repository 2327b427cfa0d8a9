// Tests of the local demo check.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { isLocalDemo } from './own-tokens.ts'

describe('isLocalDemo', () => {
  it('is true for the demo on loopback without a mail server and without a public URL', () => {
    expect(isLocalDemo(readConfig([], {}))).toBe(true)
    const others: [string[], Record<string, string>][] = [
      [['--host=0.0.0.0'], {}],
      [['--seed=none'], {}],
      [[], { AGENT_NETWORK_SMTP_URL: 'smtp://mail.example:25', AGENT_NETWORK_SMTP_FROM: 'a@mail.example' }],
      [[], { AGENT_NETWORK_BASE_URL: 'https://network.example' }],
      [[], { AGENT_NETWORK_DEVELOPER_URL: 'https://portal.example' }],
    ]
    for (const [flags, env] of others)
      expect([flags, env, isLocalDemo(readConfig(flags, env))]).toEqual([flags, env, false])
  })
})
