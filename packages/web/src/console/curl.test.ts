// Tests of the curl commands.
import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'

describe('curl command of a call', () => {
  it('reads the token from the environment and quotes the body for the shell', () => {
    const call = { method: 'PATCH', path: '/_operator/keys/a?b=1', body: { name: `it's "$HOME"` } }
    expect(curlOf(call, 'http://127.0.0.1:8081')).toBe(
      [
        `curl -X PATCH 'http://127.0.0.1:8081/_operator/keys/a?b=1' \\`,
        `  -H "Authorization: Bearer $AGENT_NETWORK_OPERATOR_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"name":"it'\\''s \\"$HOME\\""}'`,
      ].join('\n'),
    )
  })

  it('has no -d option without a body', () => {
    expect(curlOf({ method: 'GET', path: '/_operator/status' }, 'http://localhost:1')).not.toContain('-d')
  })
})
