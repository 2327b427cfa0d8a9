import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { identity, type Mailbox, PASSWORD, personAt, startMailbox, tokenIn } from '../../test/identity-harness.ts'
import { OPEN_GATES, TERMS } from '../../test/portal-site.ts'
import { chanceOf } from './chance.ts'
import { FIXTURE } from './contract-wishes.ts'
import { judgeDoor } from './door-judge.ts'
import { type Cast, type DoorWish, doorWish } from './door-wishes.ts'
import { Lane } from './lane.ts'
import { heapAfterGc, megabytes, SLACK_BYTES } from './memory.ts'
import { doorShare } from './shares.ts'
import { WAYS } from './ways.ts'

const REQUESTS = doorShare(ENGINES.length)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)
/** Callers at the same time. */
const CALLERS = 8
/** After so many an hour has passed: windows are new, a token is renewed, and what is kept for a while goes. */
const PER_HOUR = 4_000
const HOUR = 3_600_000
const KEYS = 8
const FAULTS_MAX = 20
const PERSON = { email: 'owner@fuzz.example', password: PASSWORD }
const DOORS_OPEN = {
  mcpEnabled: true,
  openaiDoorEnabled: true,
  publicSiteEnabled: true,
  publicCityViewEnabled: true,
  externalAgentInvokeEnabled: true,
  visitorJournalEnabled: true,
  visitorObserveEnabled: true,
  visitorObserveDailyReadCeiling: 10_000,
  visitorObserveReadsPerMinute: 1_000,
  visitorObserveDailyCaptureCeiling: 10_000,
  visitorStandingDigestEnabled: true,
}

describe('the judge of answers', () => {
  const OURS = '{"error":{"code":"NOT_FOUND","message":"m"}}'
  const judged = (name: string, status: number, body: string, more = 'x-content-type-options: nosniff') => {
    const way = WAYS.find((known) => known.name === name)!
    const wish: DoorWish = { way, bytes: Buffer.alloc(0), isHead: false, spoilt: null }
    const head = `http/1.1 ${status} x\r\ncontent-type: application/json\r\nrequest-id: r\r\n${more}`
    return judgeDoor({ status, head, body: Buffer.from(body) }, wish)
  }

  it.each([
    ['an internal error', 'main getPost GET', 500, '{"error":{"code":"INTERNAL_ERROR","message":"m"}}'],
    ['a status that is not the code’s', 'main getPost GET', 400, OURS],
    ['a code that there is not', 'main getPost GET', 404, '{"error":{"code":"LOST","message":"m"}}'],
    ['more than the envelope', 'main getPost GET', 404, '{"error":{"code":"NOT_FOUND","message":"m"},"at":1}'],
    ['what is no object', 'main getPost GET', 200, '[1]'],
    ['a fault of JSON-RPC', 'main POST /a2a/v1', 200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}'],
    [
      'a fault inside of a tool',
      'main POST /mcp 2025-06-18',
      200,
      '{"jsonrpc":"2.0","result":{"code":"INTERNAL_ERROR"}}',
    ],
    ['an error of OAuth without its word', 'main POST /oidc/token', 400, '{"message":"m"}'],
    ['an error in no form of that API', 'main GET /openai/v1/models', 404, '{"error":{"type":"t"}}'],
  ])('notices %s', (_, name, status, body) => {
    expect(() => judged(name, status, body)).toThrow()
  })

  it('takes what is right, but not without nosniff', () => {
    expect(judged('main getPost GET', 404, OURS)).toBe('NOT_FOUND')
    expect(() => judged('main getPost GET', 404, OURS, 'x: y')).toThrow('no nosniff')
  })
})

for (const engine of ENGINES)
  describe(`bad input at every door on ${engine}`, () => {
    let server: TestServer
    let mailbox: Mailbox
    let cast: Cast
    let before: number
    const person = () => personAt(server.baseUrl)
    const signIn = async (): Promise<string> => (await identity(person(), 'sign-in', PERSON)).body.data.idToken

    beforeAll(async () => {
      mailbox = await startMailbox()
      server = await startTestServer(engine, {
        env: {
          AGENT_NETWORK_SMTP_URL: mailbox.url,
          AGENT_NETWORK_SMTP_FROM: 'fuzz@example.org',
          AGENT_NETWORK_METRICS_PORT: '0',
          AGENT_NETWORK_TRUST_PROXY: 'on',
        },
      })
      await server.setClock('2026-03-10T12:00:00.000Z')
      expect((await server.import(FIXTURE)).body.error).toBeUndefined()
      const worldId = await server.world({ agents: [{ id: 'agt_here', handle: 'here' }] })
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { designation: 'visitor' })
      const worlds = { visitorJournalCanaryWorldIds: [worldId], visitorObserveCanaryWorldIds: [worldId] }
      await server.switches({ ...OPEN_GATES, ...DOORS_OPEN, ...worlds })
      await identity(person(), 'sign-up', PERSON)
      await identity(person(), 'verify', { token: tokenIn((await mailbox.last(PERSON.email)).text), ...PERSON })
      const idToken = await signIn()
      const owner = async (path: string, body: unknown) => {
        const headers = { authorization: `Bearer ${idToken}` }
        const answer = await person().send('POST', `/_developer${path}`, body, headers)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        return answer.body.data
      }
      await owner('/signup', { acceptedVisitorTermsVersion: TERMS.acceptedVisitorTermsVersion })
      const app = await owner('/apps', { name: 'fuzz' })
      const { visitor } = await owner(`/apps/${app.id}/visitors`, { slug: 'fuzz-visitor', ...TERMS })
      const { agentId } = visitor
      const { acceptedDeveloperTermsVersion } = TERMS
      const { id: keyId } = await owner(`/apps/${app.id}/api-keys`, { name: 'fuzz', acceptedDeveloperTermsVersion })
      const many = async (attributes: object): Promise<string[]> => {
        const keys: string[] = []
        for (let n = 0; n < KEYS; n += 1) keys.push((await server.key({ ...attributes })).key)
        return keys
      }
      const reading = ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read']
      const deeper = ['intelligence:read', 'network:read', 'agents:invoke']
      cast = {
        ids: ['agt_fuzz', 'agt_other', 'post_fuzz', 'top_fuzz', 'idea_fuzz', 'fuzz', app.id, agentId, worldId, 'prime'],
        named: { appId: app.id, agentId, keyId },
        idToken,
        keys: await many({ scopes: [...reading, ...deeper], invokeAnyAgent: true }),
        drivers: await many({ scopes: ['agents:drive'], worldId, allowedAgentIds: [agentId], driveDailyBudget: 500 }),
      }
    })
    afterAll(async () => {
      await server.close()
      await mailbox.close()
    })

    it(`answers ${REQUESTS} requests to every route, door and listener in its own form`, async () => {
      const seen = new Map<string, Map<string, number>>()
      const note = (name: string, told: string): void => {
        const known = seen.get(name) ?? new Map<string, number>()
        seen.set(name, known.set(told, (known.get(told) ?? 0) + 1))
      }
      const faults = new Map<string, string>()
      let sent = 0
      let until = 0
      async function call(n: number): Promise<void> {
        const chance = chanceOf(SEED + n * 7_919 + sent)
        const lanes = {
          main: new Lane(server.baseUrl),
          operator: new Lane(server.operatorUrl),
          metrics: new Lane(server.metricsUrl!),
        }
        const send = async (wish: DoorWish): Promise<string> => {
          const lane = lanes[wish.way.listener]
          if (wish.spoilt === 'hung up') {
            await lane.leave(wish.bytes)
            return 'hung up'
          }
          const told = judgeDoor(await lane.ask(wish.bytes, wish.isHead), wish)
          if (wish.spoilt !== null) lane.close()
          return told
        }
        for (; sent < until; sent += 1) {
          const wish = doorWish(cast, chance)
          try {
            note(wish.way.name, await send(wish))
          } catch (error) {
            // One of a kind is enough to go by.
            faults.set(wish.way.name, (error as Error).message)
            if (faults.size > FAULTS_MAX) return
          }
        }
        for (const lane of Object.values(lanes)) lane.close()
      }
      const sendUpTo = async (count: number): Promise<void> => {
        while (sent < count && faults.size <= FAULTS_MAX) {
          until = Math.min(count, sent + PER_HOUR)
          await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n)))
          await server.advance(HOUR)
          cast.idToken = await signIn()
        }
      }
      const began = performance.now()
      // Caches are full and code is compiled; from here on nothing may pile up.
      await sendUpTo(REQUESTS / 4)
      before = await heapAfterGc()
      await sendUpTo(REQUESTS)
      const seconds = (performance.now() - began) / 1_000
      process.stderr.write(`  ${engine}: ${sent} requests in ${seconds.toFixed(0)} s, seed ${SEED}\n`)
      if (process.env.FUZZ_SHOW !== undefined)
        for (const [name, told] of [...seen].sort()) process.stderr.write(`  ${name}: ${JSON.stringify([...told])}\n`)
      expect([...faults.values()], `FUZZ_SEED=${SEED}`).toEqual([])
      expect(server.errors()).toEqual([])
      // Of two thousand, one that nobody drew is chance.
      if (REQUESTS >= 20_000) expect([...seen.keys()].sort()).toEqual([...new Set(WAYS.map(({ name }) => name))].sort())
    })

    it('uses no more memory than it did when its caches were full', async () => {
      const after = await heapAfterGc()
      process.stderr.write(
        `  ${engine}: ${megabytes(before)} MB after a quarter of the requests, ${megabytes(after)} MB at the end\n`,
      )
      // After 80,000 requests, one promise that each left behind was more than this.
      expect(after).toBeLessThan(before * 1.2 + SLACK_BYTES / 2)
    })
  })
