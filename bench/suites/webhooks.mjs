// node bench/suites/webhooks.mjs [--quick]: latency of reads while 1,000 webhooks get 10,000 deliveries a minute, against the same
// acts with webhooks switched off, in alternating windows of one run.
import { createServer } from 'node:http'
import { Worker } from 'node:worker_threads'
import { mainThreadMs, momentOf } from '../lib/core-time.mjs'
import { dataset } from '../lib/datasets.mjs'
import { createKeyOn, openConnection, operatorRequest, postRequest } from '../lib/http-client.mjs'
import { programFile } from '../lib/paths.mjs'
import { atLeast, atMost, change, count, measureTable, ms, plainRow } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { spread } from '../lib/statistics.mjs'
import { runIfMain } from '../lib/suite.mjs'
import { enableVisitors, FORK, forkWithVisitors } from '../lib/visitor-fork.mjs'

const WEBHOOKS_EACH = 3
const DELIVERIES_PER_MINUTE = 10_000
const READS_PER_SECOND = 200
/** Enough for the rate at an act latency of one second. */
const SENDERS = 64
const SETTLE_MS = 2_000
/** Replies that are later than this are left out, so that a slow window is not followed by a burst in the next one. */
const LATE_MAX_MS = 1_000
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))

/** A receiver that answers every request with 204 and counts. */
async function startReceiver() {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise((resume) => server.listen(0, '127.0.0.1', resume))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    received: () => received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const headersOf = (key, id) => `X-API-Key: ${key}${id === undefined ? '' : `\r\nIdempotency-Key: ${id}`}`
const post = (path, key, body, id) => postRequest(path, headersOf(key, id), 'application/json', JSON.stringify(body))

/** Resolves with status and body; `sendRequest` ends the run for any status but 200. */
const send = (connection, bytes) =>
  new Promise((resolve) => {
    connection.send(bytes, (status, body) => resolve({ status, body: String(body) }))
  })

/** Visitors beyond the agents of the data set. */
async function addVisitors(server, { visitors, keys }, wanted) {
  const all = { visitors: [...visitors], keys: [...keys] }
  for (let n = visitors.length; n < wanted; n++) {
    const { agentId } = await operatorRequest(server, 'POST', '/_operator/visitors', {
      worldId: FORK,
      slug: `bench-${n}`,
    })
    const rights = { tier: 2, scopes: ['agents:drive'], worldId: FORK, allowedAgentIds: [agentId] }
    all.visitors.push(agentId)
    all.keys.push(await createKeyOn(server, { ...rights, driveDailyBudget: 500 }))
  }
  return all
}

const READ_KEYS = 40
const addReadKeys = (server) =>
  Promise.all(
    Array.from({ length: READ_KEYS }, () => createKeyOn(server, { tier: 1, scopes: ['posts:read'], worldId: FORK })),
  )

/** Three webhooks for each visitor, and a post of each that others reply to. */
async function addWebhooks(server, { visitors, keys }, url) {
  const connection = await openConnection(server.port)
  for (const [n, id] of visitors.entries())
    for (let i = 0; i < WEBHOOKS_EACH; i++) {
      const { status, body } = await send(connection, post(`/v1/visitors/${id}/webhooks`, keys[n], { url }))
      if (status !== 201) throw new Error(`webhook not created: ${status} ${body}`)
    }
  connection.close()
  await operatorRequest(server, 'POST', '/_operator/import', {
    posts: visitors.map((id) => ({
      id: `bench-${id}`,
      agentId: id,
      text: 'To be answered',
      createdAt: new Date(0).toISOString(),
    })),
  })
}

/** Sends replies at a constant rate until it is stopped; each makes one delivery per webhook of the visitor that gets it. */
async function startReplies(server, { visitors, keys }) {
  const intervalMs = (60_000 * WEBHOOKS_EACH) / DELIVERIES_PER_MINUTE
  const connections = await Promise.all(Array.from({ length: SENDERS }, () => openConnection(server.port)))
  let dueAt = performance.now()
  let isRunning = true
  let sent = 0
  let answers = 0
  let refused = 0
  let example = ''
  const keepSending = async (connection) => {
    while (isRunning) {
      const n = sent++
      const now = performance.now()
      dueAt = Math.max(dueAt + intervalMs, now - LATE_MAX_MS)
      await wait(Math.max(0, dueAt - now))
      const [from, to] = [n % visitors.length, (n + 1) % visitors.length]
      const reply = { postId: `bench-${visitors[to]}`, text: `Come by at ${n}, the gate is open.` }
      const request = post(`/v1/visitors/${visitors[from]}/act`, keys[from], { reply }, `webhooks-${n}`)
      const { body } = await send(connection, request)
      answers += 1
      if (!body.includes('"created"')) {
        refused += 1
        example = body
      }
    }
    connection.close()
  }
  const running = Promise.all(connections.map(keepSending))
  return {
    answerCount: () => answers,
    async stop() {
      isRunning = false
      await running
      return { sent, refused, example }
    },
  }
}

async function readFor(server, { keys, path }, seconds) {
  const workerData = {
    role: 'reader',
    perSecond: READS_PER_SECOND,
    port: server.port,
    pid: server.pid,
    keys,
    paths: [path],
  }
  const worker = new Worker(programFile('read-client'), { workerData })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  const ended = next()
  await wait(seconds * 1_000)
  worker.postMessage('end')
  return ended
}

/** Commits of the store so far and the seconds that they took: on SQLite each of them holds the main thread. */
async function readCommits(server) {
  const headers = { authorization: `Bearer ${server.operatorToken()}` }
  const text = await (await fetch(`${server.operatorUrl}/metrics`, { headers })).text()
  const value = (part) => Number(new RegExp(`^agent_network_store_commit_seconds_${part} (\\S+)$`, 'm').exec(text)[1])
  return { n: value('count'), seconds: value('sum') }
}

async function measure(set, { visitors, seconds, rounds }) {
  const fork = await forkWithVisitors(set, set.agentIds.slice(-visitors), 1)
  const receiver = await startReceiver()
  const server = await startServer(fork.data, { env: { AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' } })
  const setGate = (isOn) => operatorRequest(server, 'PATCH', '/_operator/config', { webhooksEnabled: isOn })
  try {
    await enableVisitors(server)
    await setGate(true)
    const party = await addVisitors(server, fork, visitors)
    await addWebhooks(server, party, receiver.url)
    const reader = { keys: await addReadKeys(server), path: `/v1/posts/${set.postIds[0]}` }
    const replies = await startReplies(server, party)
    const sides = [false, true].map((isOn) => ({
      isOn,
      reads: [],
      core: 0,
      queueMs: 0,
      acts: 0,
      deliveries: 0,
      commits: 0,
      flush: 0,
      ms: 0,
    }))
    await readFor(server, reader, Math.min(seconds, 4))
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
        await setGate(side.isOn)
        await wait(SETTLE_MS)
        const before = await readCommits(server)
        const [core, deliveries, acts] = [mainThreadMs(server.pid), receiver.received(), replies.answerCount()]
        const startMoment = momentOf(server.pid)
        side.reads.push(...(await readFor(server, reader, seconds)))
        const endMoment = momentOf(server.pid)
        side.ms += endMoment.now - startMoment.now
        side.queueMs += endMoment.waited - startMoment.waited
        side.acts += replies.answerCount() - acts
        side.core += mainThreadMs(server.pid) - core
        side.deliveries += receiver.received() - deliveries
        const after = await readCommits(server)
        side.commits += after.n - before.n
        side.flush += (after.seconds - before.seconds) * 1_000
      }
    return { sides, acts: await replies.stop(), webhooks: visitors * WEBHOOKS_EACH }
  } finally {
    await server.stop()
    receiver.close()
    fork.remove()
  }
}

async function run({ pace, quick }) {
  const set = await dataset(1_000)
  const visitors = quick ? 32 : Math.ceil(1_000 / WEBHOOKS_EACH)
  const found = await measure(set, { visitors, seconds: pace.seconds, rounds: quick ? 1 : 4 })
  const [off, on] = found.sides.map((side) => ({
    ...side,
    own: spread(side.reads.map(({ own }) => own)),
    all: spread(side.reads.map((one) => one.ms)),
  }))
  const perSecond = (n, { ms }) => n / (ms / 1_000)
  const perMinute = perSecond(on.deliveries, on) * 60
  /** What a delivery adds to the cost of the acts, of which both sides may have answered a different number. */
  const ofDelivery = (cost) => (on[cost] - (off[cost] * on.acts) / Math.max(1, off.acts)) / Math.max(1, on.deliveries)
  const shares = (cost) =>
    change(
      [off, on].map((side) => (side[cost] / side.ms) * 100),
      '%',
    )
  return [
    measureTable(`Reads beside ${count(found.webhooks)} webhooks`, [
      atLeast('deliveries a minute', perMinute, quick ? null : 0.95 * DELIVERIES_PER_MINUTE, {
        unit: '',
        detail: `${change(
          [off, on].map((side) => perSecond(side.acts, side)),
          '/s',
        )} replies, ${found.acts.refused} refused${found.acts.example === '' ? '' : ` (${found.acts.example.slice(0, 80)})`}; ${off.deliveries} deliveries with the switch off`,
      }),
      plainRow('main thread ready but without a core', (on.queueMs / on.ms) * 100, {
        unit: '%',
        detail: `of the time (${shares('queueMs')}): other programs use the cores, and neither rate nor latency is that of the server above 10 %`,
      }),
      atMost('p99 of reads with deliveries, of the p99 without', on.own.p99 / off.own.p99, 1.1, {
        detail: `${change([off.own.p99, on.own.p99])} without waiting for a core, median ${change([off.own.p50, on.own.p50])}; ${change([off.all.p99, on.all.p99])} with it`,
      }),
      plainRow('core time of one delivery', ofDelivery('core'), {
        unit: 'ms',
        detail: `main thread busy ${shares('core')} of the time; longest read ${ms(on.own.max)}`,
      }),
      plainRow('commits of one delivery', ofDelivery('commits'), {
        unit: '',
        detail: `${change(
          [off, on].map((side) => perSecond(side.commits, side)),
          '',
        )} commits a second, which hold the main thread ${shares('flush')} of the time`,
      }),
    ]),
  ]
}

export const suite = { title: 'webhooks', run }
await runIfMain(import.meta, suite)
