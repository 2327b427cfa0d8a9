import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, ENGINES, HAS_CLUSTER, startTestServer, type TestServer } from '../../test/harness.ts'
import {
  identity,
  type Mailbox,
  onPage,
  openPage,
  PASSWORD,
  type Person,
  personAt,
  startMailbox,
  tokenIn,
} from '../../test/identity-harness.ts'
import { type NodeProcess, startNode, startOwnRedis, tempFolder } from '../../test/processes.ts'

const DEVELOPER_URL = 'http://portal.example'

/** The token of the link that the operator creates for a person. */
async function linkFor(node: NodeProcess, email: string): Promise<string> {
  const response = await node.operator('POST', `/_operator/developers/${encodeURIComponent(email)}/confirm-link`)
  const { data } = (await response.json()) as { data: { url: string } }
  return tokenIn(data.url)
}

for (const engine of ENGINES) {
  describe(`without a mail server on ${engine}`, () => {
    const folder = tempFolder()
    let flags: string[]
    let drop = async () => {}
    beforeAll(async () => {
      flags = ['--seed=none', `--data=${folder}`]
      if (engine === 'sqlite') return
      const database = await createDatabase()
      drop = database.drop
      flags.push(`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
    })
    afterAll(() => drop())
    const startAgain = () => startNode(flags, { AGENT_NETWORK_DEVELOPER_URL: DEVELOPER_URL })

    it('operators create links, the log has none, and a restart keeps accounts, links, tokens and sessions', async () => {
      let node = await startAgain()
      let person = personAt(node.baseUrl)
      let logs = ''
      const again = async () => {
        await node.stop()
        logs += node.complaints()
        node = await startAgain()
        person = personAt(node.baseUrl)
      }
      const email = 'person@example.org'
      expect((await identity(person, 'sign-up', { email, password: PASSWORD })).status).toBe(202)
      const token = await linkFor(node, email)
      await again()
      expect((await identity(person, 'verify', { token, password: PASSWORD })).status).toBe(200)
      const { idToken } = (await identity(person, 'sign-in', { email, password: PASSWORD })).body.data
      const page = await openPage(person, { idToken })
      await again()
      expect((await onPage(person, page, 'GET')).body.data).toMatchObject({ email, csrfToken: page.csrf })
      await openPage(person, { idToken })
      expect((await onPage(person, page, 'DELETE', { 'x-csrf-token': page.csrf })).status).toBe(200)
      expect((await onPage(person, page, 'GET')).status).toBe(401)
      await node.stop()
      logs += node.complaints()
      expect(logs).toContain('identity.mail_not_sent')
      for (const secret of [token, '#token=', email]) expect(logs).not.toContain(secret)
    })
  })
}

// The program loads what speaks to a mail server from a file of its own, which servers within this process do not have.
it('with a mail server, the program sends a letter with the link', async () => {
  const mailbox = await startMailbox()
  const node = await startNode(['--seed=none', `--data=${tempFolder()}`], {
    AGENT_NETWORK_DEVELOPER_URL: DEVELOPER_URL,
    AGENT_NETWORK_SMTP_URL: mailbox.url,
    AGENT_NETWORK_SMTP_FROM: 'portal@portal.example',
  })
  const [person, email] = [personAt(node.baseUrl), 'letter@example.org']
  expect((await identity(person, 'sign-up', { email, password: PASSWORD })).status).toBe(202)
  const token = tokenIn((await mailbox.last(email)).text)
  expect((await identity(person, 'verify', { token, password: PASSWORD })).status).toBe(200)
  await node.stop()
  await mailbox.close()
})

describe.runIf(HAS_CLUSTER)('two nodes', () => {
  const folder = tempFolder()
  let database: Awaited<ReturnType<typeof createDatabase>>
  let redis: Awaited<ReturnType<typeof startOwnRedis>>
  let mailbox: Mailbox
  let nodes: TestServer[]
  let a: Person
  let b: Person
  beforeAll(async () => {
    database = await createDatabase()
    redis = await startOwnRedis(folder)
    mailbox = await startMailbox()
    const options = {
      databaseUrl: database.url,
      redisUrl: redis.url,
      env: {
        AGENT_NETWORK_DEVELOPER_URL: DEVELOPER_URL,
        AGENT_NETWORK_SMTP_URL: mailbox.url,
        AGENT_NETWORK_SMTP_FROM: 'portal@portal.example',
      },
    }
    nodes = [await startTestServer('postgres', options), await startTestServer('postgres', options)]
    await nodes[0]!.setClock('2031-05-06T07:08:09.000Z')
    a = personAt(nodes[0]!.baseUrl)
    b = personAt(nodes[1]!.baseUrl)
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await mailbox.close()
    await redis.stop()
    await database.drop()
  })

  it('know the same people, sessions and keys', async () => {
    const email = 'both@example.org'
    await identity(a, 'sign-up', { email, password: PASSWORD })
    const token = tokenIn((await mailbox.last(email)).text)
    expect((await identity(b, 'verify', { token, password: PASSWORD })).status).toBe(200)
    // Neither node has a key yet, and both are asked for one at the same time.
    const credentials = { email, password: PASSWORD }
    const both = await Promise.all([a, b].map((person) => identity(person, 'sign-in', credentials)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await a.send('GET', '/_developer/identity/jwks')).body.keys).toHaveLength(1)
    const page = await openPage(b, { idToken: both[0]!.body.data.idToken })
    expect((await onPage(a, page, 'GET')).body.data).toMatchObject({ email, csrfToken: page.csrf })
    expect((await onPage(a, page, 'DELETE', { 'x-csrf-token': page.csrf })).status).toBe(200)
    expect((await onPage(b, page, 'GET')).status).toBe(401)
  })

  it('count attempts together', async () => {
    await nodes[0]!.advance(60_000)
    const credentials = { email: 'both@example.org', password: 'guess' }
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => identity(n % 2 === 0 ? a : b, 'sign-in', credentials)),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(6)
  })
})
