import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, readSecrets } from '../src/platform/config/config.ts'
import { systemAmbient } from '../src/platform/core/ambient.ts'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'
import { type ModelStub, startModelStub } from './model-stub.ts'
import { tempFolder } from './processes.ts'

const OPS = fileURLToPath(new URL('../../../ops/', import.meta.url))
const read = (file: string) => readFileSync(OPS + file, 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
const promtool = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, cwd: `${OPS}prometheus`, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Names of series that a text of queries asks for. */
const askedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:agent_network|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)),
]

/** Names that can be asked for, from what a node exports. */
const exportedIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  )

/** A collector of OTLP over HTTP and JSON. */
async function startCollector() {
  const spans: any[] = []
  const received: { path: string; headers: Record<string, unknown>; resource: any }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    for (const { resource, scopeSpans } of resourceSpans) {
      received.push({ path: request.url!, headers: request.headers, resource })
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, seen: received, close: () => server.close() }
}

const attribute = (span: any, name: string) => {
  const value = span.attributes.find(({ key }: { key: string }) => key === name)?.value
  return value?.stringValue ?? (value === undefined ? undefined : Number(value.intValue))
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

for (const engine of ENGINES) {
  describe(`metrics and traces on ${engine}`, () => {
    let server: TestServer
    let model: ModelStub
    let collector: Awaited<ReturnType<typeof startCollector>>
    let agent: string
    let key: string
    const scrape = (headers: Record<string, string> = { authorization: 'Bearer for-scrapes' }, path = '/metrics') =>
      fetch(server.metricsUrl! + path, { headers })
    const metrics = async () => (await scrape()).text()
    const value = async (line: string) => {
      const found = (await metrics()).split('\n').find((one) => one.startsWith(`${line} `))
      return found === undefined ? null : Number(found.slice(line.length + 1))
    }
    const talk = (headers: Record<string, string> = {}) =>
      server.post(`/v1/agents/${agent}/complete`, key, { input: 'When does the ferry leave?' }, headers)

    beforeAll(async () => {
      model = await startModelStub()
      collector = await startCollector()
      const env = {
        AGENT_NETWORK_METRICS_PORT: '0',
        AGENT_NETWORK_METRICS_TOKEN: 'for-scrapes',
        AGENT_NETWORK_MODEL_URL: model.url,
        AGENT_NETWORK_MODEL_NAME: 'stub',
        AGENT_NETWORK_MODEL_PRICE_IN: '0.5',
        AGENT_NETWORK_MODEL_PRICE_OUT: '2',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=one',
        OTEL_BSP_SCHEDULE_DELAY: '50',
      }
      server = await startTestServer(engine, { life: true, env })
      agent = fresh('agt')
      await server.import({ agents: [{ id: agent, worldId: 'prime', handle: 'mara', displayName: 'Mara' }] })
      await server.switches({ externalAgentInvokeEnabled: true, lifeDailyTokenBudget: 0 })
      key = (await server.key({ tier: 2, scopes: ['agents:invoke', 'posts:read'], invokeAnyAgent: true })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await model.close()
      collector.close()
    })

    it('stand on a listener of their own, behind a token of their own', async () => {
      const { status, headers } = await scrape()
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
      expect((await scrape({})).status).toBe(401)
      expect((await scrape({ authorization: 'Bearer wrong' })).status).toBe(401)
      for (const path of ['/', '/_operator/status', '/v1', '/healthz'])
        expect([path, (await scrape(undefined, path)).status]).toEqual([path, 404])
      const posted = await fetch(`${server.metricsUrl}/metrics`, {
        method: 'POST',
        headers: { authorization: 'Bearer for-scrapes' },
      })
      expect(posted.status).toBe(404)
      expect((await server.operator('GET', '/metrics')).body).toContain('agent_network_build_info')
    })

    it('count refusals, talks, model calls, verdicts and looks into the cache', async () => {
      expect((await talk()).status).toBe(200)
      for (let n = 0; n < 3; n++) await server.get('/v1/posts', key)
      await server.get('/v1/posts/nobody', key)
      expect(await value('agent_network_completions_total{outcome="answered"}')).toBe(1)
      expect(await value('agent_network_model_calls_total{outcome="answered"}')).toBe(1)
      expect(await value('agent_network_model_tokens_total{direction="prompt"}')).toBe(20)
      const { series } = (await server.operator('GET', '/_operator/activity?points=2')).body.data
      const counted = (name: string) =>
        series.find((one: any) => one.name === name).values.reduce((a: number, b: number) => a + b)
      expect([counted('promptTokens'), counted('tokens')]).toEqual([20, 20 + counted('completionTokens')])
      expect((await server.operator('GET', '/_operator/status')).body.data.model.price).toEqual({ in: 0.5, out: 2 })
      expect(await value('agent_network_model_seconds_count')).toBe(1)
      expect(await value('agent_network_model_breaker_state{state="closed"}')).toBe(1)
      expect(await value('agent_network_moderation_verdicts_total{action="allow"}')).toBeGreaterThanOrEqual(2)
      expect(await value('agent_network_refusals_total{code="NOT_FOUND"}')).toBe(1)
      expect(await value('agent_network_cache_reads_total{cache="answers",outcome="miss"}')).toBeGreaterThan(0)
      expect(await value('agent_network_store_commit_seconds_count')).toBeGreaterThan(0)
      expect(await value('agent_network_store_connections{state="open"}')).toBeGreaterThan(0)
      if (engine === 'postgres') expect(await value('agent_network_redis_seconds_count')).toBeGreaterThan(0)
      await expect.poll(() => value('agent_network_store_size_bytes')).toBeGreaterThan(0)
      await expect.poll(() => value('agent_network_life_due_rows_late{world="prime"}')).toBe(0)
    })

    it('pass a trace on with a span of our own, and send both spans to the collector', async () => {
      const before = model.requests.length
      const { headers } = await talk({ traceparent: `00-${TRACE}-${SPAN}-01` })
      const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(model.requests[before]!.traceparent ?? '')!
      expect(traceparent[1]).toBe(TRACE)
      const ours = () => collector.spans.filter(({ traceId }) => traceId === TRACE)
      await expect.poll(() => ours().length).toBe(2)
      const [call, request] = [ours().find(({ kind }) => kind === 3), ours().find(({ kind }) => kind === 2)]
      expect(call).toMatchObject({ spanId: traceparent[2], parentSpanId: request.spanId, name: 'chat', status: {} })
      expect(request).toMatchObject({ parentSpanId: SPAN, name: 'POST complete' })
      expect(attribute(request, 'http.response.status_code')).toBe(200)
      expect(attribute(request, 'agent_network.request_id')).toBe(headers.get('request-id'))
      expect(attribute(call, 'gen_ai.usage.input_tokens')).toBe(20)
      expect(BigInt(request.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.endTimeUnixNano))
      const [{ path, headers: sent, resource }] = collector.seen as [(typeof collector.seen)[number]]
      expect([path, sent['x-team']]).toEqual(['/v1/traces', 'one'])
      expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'agent-network' } })
    })

    it('go through MCP to the model', async () => {
      await server.switches({ mcpEnabled: true })
      const trace = 'c'.repeat(32)
      const before = model.requests.length
      const params = { name: 'ask_agent', arguments: { agent, message: 'When does the ferry leave?' } }
      const { body } = await server.post(
        '/mcp',
        key,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { 'mcp-protocol-version': '2025-11-25', traceparent: `00-${trace}-${SPAN}-01` },
      )
      expect(body.result.isError).toBe(false)
      expect(model.requests[before]!.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
      const ours = () => collector.spans.filter(({ traceId }) => traceId === trace)
      await expect.poll(() => ours().length).toBe(2)
      const [call, request] = [ours().find(({ kind }) => kind === 3), ours().find(({ kind }) => kind === 2)]
      expect([call.parentSpanId, request.parentSpanId]).toEqual([request.spanId, SPAN])
    })

    it('begin a trace where none is named, and leave alone what is not to be sampled', async () => {
      await server.get('/v1/posts/nobody', key, { headers: { traceparent: 'nonsense' } })
      await server.get('/v1/posts/nobody', key, { headers: { traceparent: `00-${'a'.repeat(32)}-${SPAN}-00` } })
      await server.get('/v1/topics', key)
      await expect.poll(() => collector.spans.some(({ name }) => name === 'GET listTopics')).toBe(true)
      const refused = collector.spans.find((span) => attribute(span, 'error.type') === 'NOT_FOUND')
      expect(refused).toMatchObject({ name: 'GET getPost', status: { code: 2 } })
      expect(refused.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(refused.parentSpanId).toBeUndefined()
      expect(collector.spans.some(({ traceId }) => traceId === 'a'.repeat(32))).toBe(false)
    })

    it('have every series that the dashboard and the alerts ask for', async () => {
      const exported = exportedIn(await metrics())
      expect(exported.size).toBeGreaterThan(40)
      const { panels } = JSON.parse(read('grafana/agent-network.json'))
      const queries = panels.flatMap(({ targets = [] }: any) => targets.map(({ expr }: any) => expr))
      const alerts = [...read('prometheus/alerts.yml').matchAll(/^ +expr: (.*)$/gm)].map(([, expr]) => expr)
      expect([queries.length > 30, alerts.length > 12]).toEqual([true, true])
      expect(askedIn([...queries, ...alerts].join('\n')).filter((name) => !exported.has(name))).toEqual([])
      // Each metric with our prefix occurs in a dashboard or an alert.
      const queriedNames = askedIn([...queries, ...alerts].join('\n'))
      const ours = [...exported].filter((name) => name.startsWith('agent_network') && !/_(sum|count)$/.test(name))
      expect(ours.filter((name) => !queriedNames.includes(name))).toEqual([])
    })

    it.runIf(hasPromtool || process.env.REQUIRE_ENGINES)('are well-formed for promtool', async () => {
      expect(promtool(['check', 'metrics'], await metrics())).toEqual({ status: 0, said: '' })
    })
  })
}

describe('the alerts', () => {
  it.runIf(hasPromtool || process.env.REQUIRE_ENGINES)('fire when they should, and not on a quiet day', () => {
    expect(promtool(['check', 'rules', 'alerts.yml'])).toMatchObject({ status: 0 })
    expect(promtool(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0 })
  })

  it('have a test each', () => {
    const names = (file: string, form: RegExp) => [...new Set([...read(file).matchAll(form)].map(([, name]) => name))]
    expect(names('prometheus/alerts.test.yml', /- name: (\w+) fires/g)).toEqual(
      names('prometheus/alerts.yml', /- alert: (\w+)/g),
    )
  })
})

describe('the metrics listener', () => {
  const settle = (flags: string[], env: Record<string, string> = {}) => {
    const config = readConfig([`--data=${tempFolder()}`, '--metrics-port=0', ...flags], env)
    return readSecrets(config, env, systemAmbient())
  }

  it('does not go beyond loopback without a token', () => {
    expect(() => settle(['--host=0.0.0.0'])).toThrow(/AGENT_NETWORK_METRICS_TOKEN/)
    expect(() => settle(['--metrics-host=::'])).toThrow(/AGENT_NETWORK_METRICS_TOKEN/)
    expect(settle(['--host=0.0.0.0', '--metrics-host=127.0.0.1']).metricsToken).toBeNull()
    expect(settle(['--host=0.0.0.0'], { AGENT_NETWORK_METRICS_TOKEN: 'for-scrapes' }).metricsToken).toBe('for-scrapes')
  })
})
