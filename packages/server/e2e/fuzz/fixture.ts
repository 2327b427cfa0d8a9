// Fixture of the fuzz tests: a server process with callers and content.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort } from '../../../../scripts/services.mjs'
import { createDatabase, type EngineName, speakTo, type TestClient } from '../../test/harness.ts'
import { identity, PASSWORD, personAt, startMailbox, tokenIn } from '../../test/identity-harness.ts'
import { launch } from '../../test/planted.ts'
import { OPEN_GATES, TERMS } from '../../test/portal-site.ts'
import { tempFolder } from '../../test/processes.ts'
import { FIXTURE } from './contract-requests.ts'
import type { Cast } from './protocol-requests.ts'
import type { Fuzzed, Use } from './protocols-run.ts'

const WATCH = fileURLToPath(new URL('./heap-watch.mjs', import.meta.url))
const HOUR = 3_600_000
const KEYS = 8
const PERSON = { email: 'owner@fuzz.example', password: PASSWORD }
const PROTOCOLS_ON = {
  mcpEnabled: true,
  mcpOAuthEnabled: true,
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

/** A server as a process of its own, so that its memory is its own, with people and things to ask for. */
export interface FuzzFixture extends Fuzzed {
  /** Lines logged as errors. */
  errors(): string[]
  stop(): Promise<void>
}

async function people(server: TestClient, letter: () => Promise<{ text: string }>): Promise<Cast> {
  await server.setClock('2026-03-10T12:00:00.000Z')
  expect((await server.import(FIXTURE)).body.error).toBeUndefined()
  const worldId = await server.world({ agents: [{ id: 'agt_here', handle: 'here' }] })
  await server.operator('PATCH', `/_operator/worlds/${worldId}`, { designation: 'visitor' })
  const worlds = { visitorJournalCanaryWorldIds: [worldId], visitorObserveCanaryWorldIds: [worldId] }
  await server.switches({ ...OPEN_GATES, ...PROTOCOLS_ON, ...worlds })
  const person = personAt(server.baseUrl)
  await identity(person, 'sign-up', PERSON)
  await identity(person, 'verify', { token: tokenIn((await letter()).text), ...PERSON })
  const idToken = await signIn(server)
  const owner = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${idToken}` }
    const answer = await person.send('POST', `/_developer${path}`, body, headers)
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
  return {
    ids: ['agt_fuzz', 'agt_other', 'post_fuzz', 'top_fuzz', 'idea_fuzz', 'fuzz', app.id, agentId, worldId, 'prime'],
    named: { appId: app.id, agentId, keyId },
    idToken,
    keys: await many({ scopes: [...reading, ...deeper], invokeAnyAgent: true }),
    drivers: await many({ scopes: ['agents:drive'], worldId, allowedAgentIds: [agentId], driveDailyBudget: 500 }),
  }
}

const signIn = async ({ baseUrl }: TestClient): Promise<string> =>
  (await identity(personAt(baseUrl), 'sign-in', PERSON)).body.data.idToken

async function askWatch(path: string): Promise<Use> {
  const socket = connect(path)
  socket.write('x')
  const [data] = await once(socket, 'data')
  socket.destroy()
  return JSON.parse(String(data))
}

const portOf = (url: string): number => Number(new URL(url).port)

export async function openFuzzFixture(engine: EngineName): Promise<FuzzFixture> {
  const folder = tempFolder()
  const watch = join(folder, 'watch')
  const mailbox = await startMailbox()
  const own = engine === 'postgres' ? await createDatabase() : null
  const metricsPort = await freePort()
  const node = await launch({
    flags: [
      `--data=${join(folder, 'data')}`,
      '--test-clock',
      '--history-days=0',
      ...(own === null ? [] : [`--database-url=${own.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`]),
    ],
    env: {
      NODE_OPTIONS: `--import ${WATCH}`,
      HEAP_WATCH: watch,
      AGENT_NETWORK_LOG_LEVEL: 'error',
      AGENT_NETWORK_SMTP_URL: mailbox.url,
      AGENT_NETWORK_SMTP_FROM: 'fuzz@example.org',
      AGENT_NETWORK_METRICS_PORT: String(metricsPort),
      AGENT_NETWORK_TRUST_PROXY: 'on',
    },
  })
  const server = speakTo(node.baseUrl, node.operatorUrl)
  const cast = await people(server, () => mailbox.last(PERSON.email))
  return {
    ports: { main: portOf(node.baseUrl), operator: portOf(node.operatorUrl), metrics: metricsPort },
    cast,
    async nextHour() {
      await server.advance(HOUR)
      cast.idToken = await signIn(server)
      // The lines are dropped: a day's run writes too many.
      mailbox.empty()
    },
    use: () => askWatch(watch),
    errors: () =>
      node
        .complaints()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    async stop() {
      await node.stop('SIGKILL')
      await mailbox.close()
      await own?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
