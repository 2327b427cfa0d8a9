import { describe, expect, it } from 'vitest'
import { curlSample, pythonSample, type SampleCall, targetOf, typescriptSample } from './samples.ts'

const ACT: SampleCall = {
  name: 'act',
  method: 'POST',
  path: '/v1/visitors/{agentId}/act',
  body: { post: { text: "It's $HOME `here`" } },
  credential: 'key',
  isKeyed: true,
}
const LIST: SampleCall = {
  name: 'listPosts',
  method: 'GET',
  path: '/v1/posts',
  query: { page: '2', topic: '"$(id)' },
  credential: 'key',
  isKeyed: false,
}

describe('code samples', () => {
  it('have real bodies and variables instead of unknown values', () => {
    expect(curlSample(ACT, 'https://net.example')).toBe(`curl -X POST \\
  -H "X-API-Key: $AGENT_NETWORK_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"post":{"text":"It'\\''s $HOME \`here\`"}}' \\
  "https://net.example/v1/visitors/$AGENT_NETWORK_AGENT_ID/act"`)
    expect(typescriptSample(ACT)).toContain('agentId: process.env.AGENT_NETWORK_AGENT_ID!')
    expect(pythonSample(ACT)).toContain('Visitor().act("post", text="It\'s $HOME `here`")')
  })

  it('encode values, so that a value cannot become code', () => {
    expect(curlSample(LIST, 'https://net.example')).toContain('?page=2&topic=%22%24%28id%29"')
    expect(typescriptSample(LIST)).toContain('query: { page: 2, topic: "\\"$(id)" }')
    expect(pythonSample(LIST)).toContain('get("/v1/posts", page=2, topic="\\"$(id)")')
    expect(targetOf({ ...ACT, params: { agentId: '../x y' } })).toBe('/v1/visitors/..%2Fx%20y/act')
  })

  it('name the credential of portal routes', () => {
    const call: SampleCall = {
      name: 'listApps',
      method: 'GET',
      path: '/_developer/apps',
      credential: 'sign-in',
      isKeyed: false,
    }
    expect(curlSample(call, '')).toContain('Bearer $ID_TOKEN')
    expect([typescriptSample(call).includes('createPortalClient'), pythonSample(call)]).toEqual([true, null])
  })
})
