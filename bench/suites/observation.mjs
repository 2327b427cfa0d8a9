// node bench/suites/observation.mjs [--quick]: reads of a visitor's observed events as their number grows, and acts with and without
// the capture of events.
import { dataset } from '../lib/datasets.mjs'
import { getRequest, openConnection, sendRequest } from '../lib/http-client.mjs'
import { latencies } from '../lib/latencies.mjs'
import { combineRuns, measureLoad } from '../lib/load.mjs'
import { enableObservation, fillRecord, registerApp } from '../lib/observed-visitor.mjs'
import { atMost, change, count, measureTable, perSecond } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'
import { enableVisitors, forkWithVisitors, postsOfOthers, storeFile } from '../lib/visitor-fork.mjs'

/** Enough keys for the rate limits. */
const READER_KEYS = 60
const MINUTE_MS = 60_000
const VISITORS = 64
/** A key allows 500 acts per day. */
const KEYS_EACH = 16

async function readerSide(set, events) {
  const [agentId] = set.agentIds
  const fork = await forkWithVisitors(set, [agentId], READER_KEYS)
  registerApp(fork.data)
  const start = fillRecord(fork.data, agentId, events)
  const server = await startServer(fork.data)
  await enableVisitors(server)
  await enableObservation(server, 0)
  const connection = await openConnection(server.port)
  const base = `/v1/visitors/${agentId}/observe`
  const get = (path) => (n) => getRequest(base + path, fork.keys[n % fork.keys.length])
  const fetchData = async (path) => JSON.parse((await sendRequest(connection, get(path)(0))).body).data
  const nearEnd = `from=${new Date(start + (events - 200) * MINUTE_MS).toISOString()}`
  const deep = await fetchData(`/events?${nearEnd}`)
  const requests = {
    visitor: get(''),
    'first events': get('/events'),
    'events deep in the record': get(`/events?${nearEnd}&cursor=${deep.nextCursor}`),
    'events since a moment': get(`/events?${nearEnd}`),
    'events of a channel': get('/events?channel=public&limit=2'),
    'one event': get(`/events/${deep.events[0].eventId}`),
    conversations: get('/conversations'),
    'one conversation': get('/conversations/pub-post_o7'),
    export: get(`/export?${nearEnd}&limit=100`),
  }
  return { fork, server, side: { pid: server.pid, connection, requests } }
}

async function measureReaders(set, from, to, times) {
  const opened = []
  try {
    for (const events of [from, to]) opened.push(await readerSide(set, events))
    return await latencies(
      opened.map(({ side }) => side),
      times,
    )
  } finally {
    for (const { fork, server, side } of opened) {
      side.connection.close()
      await server.stop()
      fork.remove()
    }
  }
}

function actTraffic({ data, keysFile, visitors }) {
  const posts = postsOfOthers(storeFile(data), visitors)
  const numbers = { run: `observe-${process.pid}`, next: 0 }
  const paths = visitors.map((id) => `/v1/visitors/${id}/act`)
  const kind = (bodyOf) => ({
    keysFile,
    paths,
    type: 'application/json',
    bodies: posts.map((id, n) => JSON.stringify(bodyOf(id, n))),
    numbers,
  })
  return {
    like: kind((postId) => ({ like: { postId } })),
    reply: kind((postId) => ({ reply: { postId, text: 'Come by tomorrow and we will see.' } })),
    post: kind((_id, n) => ({ post: { text: `Nobody has swept the square since the ${n}th of the month.` } })),
  }
}

/** The same load on two servers, one without and one with capture of events, alternating. */
async function measureCapture(set, { seconds, rounds }) {
  const opened = []
  try {
    for (const ceiling of [0, 10_000_000]) {
      const fork = await forkWithVisitors(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
      registerApp(fork.data)
      const server = await startServer(fork.data)
      opened.push({ fork, server, traffic: actTraffic(fork) })
      await enableVisitors(server)
      await enableObservation(server, ceiling)
    }
    const results = {}
    for (const kind of Object.keys(opened[0].traffic)) {
      const measured = opened.map(() => [])
      for (const { server, traffic } of opened) await measureLoad(server, 1, traffic[kind])
      for (let n = 0; n < 2 * rounds; n++)
        for (const [i, { server, traffic }] of opened.entries())
          measured[i].push(await measureLoad(server, Math.max(1, Math.round(seconds / rounds / 2)), traffic[kind]))
      const [off, on] = measured.map(combineRuns)
      results[kind] = { off, on }
    }
    return results
  } finally {
    for (const { fork, server } of opened) {
      await server.stop()
      fork.remove()
    }
  }
}

const READER_SLOWDOWN = 2
const CAPTURE_COST = 1.15

const readerRows = (found) =>
  Object.entries(found).map(([name, { ms, cpu }]) =>
    atMost(name, ms[1] / ms[0], READER_SLOWDOWN, { detail: `${change(ms)}; core time ${change(cpu)}` }),
  )

const captureRows = (found) =>
  Object.entries(found).map(([name, { off, on }]) =>
    atMost(name, on.cpuPerRequest / off.cpuPerRequest, CAPTURE_COST, {
      detail: `${change([off.cpuPerRequest, on.cpuPerRequest])}; ${perSecond(off.perSecond)} -> ${perSecond(on.perSecond)}`,
    }),
  )

async function run({ pace, quick }) {
  const set = await dataset(1_000)
  const [from, to] = [1_000, quick ? 20_000 : 1_000_000]
  return [
    measureTable(
      `Reads of ${count(to)} events as a multiple of ${count(from)}: latency`,
      readerRows(await measureReaders(set, from, to, pace.times)),
    ),
    measureTable(
      'Acts with capture as a multiple of acts without: core time',
      captureRows(await measureCapture(set, pace)),
    ),
  ]
}

export const suite = { title: 'observation of visitors', run }
await runIfMain(import.meta, suite)
