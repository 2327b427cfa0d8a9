// Acts and heartbeats of visitors a second, against a server that only writes the same rows.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { askOnce, getBytes, openConnection, postBytes } from './connection.mjs'
import { FORK, forkOf, openFile, openToVisitors, storeFile } from './fork.mjs'
import { together } from './load.mjs'
import { copyable, startBaseline, startServer } from './servers.mjs'
import { compared, stretch } from './turns.mjs'

const VISITORS = 64
/** Each may do 500 acts and 144 heartbeats a day. */
const KEYS_EACH = 16
const POSTS = 9_999

const KINDS = ['like', 'reply', 'heartbeat']
const TEXTS = ['I saw it the other way round.', 'Who told you that?', 'Come by tomorrow and we will see.']

/**
 * Posts of residents that no visitor has liked; an odd number, so that 64 visitors in turn meet each of them before
 * anybody meets one twice.
 */
function postsOfOthers(file, visitors) {
  const store = openFile(file, { readOnly: true })
  const found = store
    .prepare(`with visitor as (select value as id from json_each(?))
      select id from posts where world_id = '${FORK}' and agent_id not in (select id from visitor) and id not in
        (select post_id from likes where world_id = '${FORK}' and agent_id in (select id from visitor))
      order by id desc limit ?`)
    .all(JSON.stringify(visitors), POSTS)
  store.close()
  return found.map(({ id }) => id).slice(0, found.length - 1 + (found.length % 2))
}

function trafficOf({ data, keysFile, visitors }) {
  const posts = postsOfOthers(storeFile(data), visitors)
  const to = (route) => visitors.map((id) => `/v1/visitors/${id}/${route}`)
  const common = { keysFile, type: 'application/json' }
  const acts = (bodyOf) => ({
    ...common,
    paths: to('act'),
    bodies: posts.map((id, n) => JSON.stringify(bodyOf(id, n))),
  })
  // One row of numbers for all: a value is used once, whoever is asked.
  const numbers = { run: `bench-${process.pid}`, next: 0 }
  return {
    like: { ...acts((postId) => ({ like: { postId } })), numbers },
    reply: { ...acts((postId, n) => ({ reply: { postId, text: TEXTS[n % TEXTS.length] } })), numbers },
    heartbeat: { ...common, paths: to('heartbeat'), bodies: [''] },
  }
}

/** What a load client would send next, once. */
async function ask({ port }, keys, { paths, type, bodies, numbers }) {
  const n = numbers === undefined ? 0 : numbers.next++
  const credential = [`X-API-Key: ${keys[n % keys.length]}`]
  if (numbers !== undefined) credential.push(`Idempotency-Key: ${numbers.run}-${n}`)
  const connection = await openConnection(port)
  const bytes = postBytes(paths[n % paths.length], credential.join('\r\n'), type, bodies[n % bodies.length])
  const answer = await askOnce(connection, bytes)
  connection.close()
  return answer
}

/** Sums that move with every row an act writes. */
const MARKS = `select
  (select count(*) from claims) as claims,
  (select count(*) from claims where state = 'done') as sealed,
  (select sum(used) from budgets) as spent,
  (select count(*) from likes) as likes,
  (select count(*) from replies) as replies,
  (select sum(like_count) + sum(reply_count) from posts) as on_posts,
  (select sum(reply_count) from agents) as on_agents,
  (select sum(n) from tallies) as tallies,
  (select sum(n) from topic_voices) as voices,
  (select count(*) from journal) as entries,
  (select sum(journal_sequence) from visitors) as sequences,
  (select count(*) from visitors where last_heartbeat_at > ?) as stamped`

/** What one more request changes in a store. */
async function changeOf(file, since, work) {
  const store = openFile(file, { readOnly: true })
  const marks = () => Object.entries(store.prepare(MARKS).get(since)).map(([name, n]) => [name, n ?? 0])
  const before = Object.fromEntries(marks())
  await work()
  const change = Object.fromEntries(marks().map(([name, n]) => [name, n - before[name]]))
  store.close()
  return JSON.stringify(change)
}

/** The baseline has to write what we write, or the comparison means nothing. */
async function requireSameRows(ours, baseline, keys, traffic, since) {
  const changes = []
  for (const side of [ours, baseline]) changes.push(await changeOf(side.file, since, () => ask(side, keys, traffic)))
  if (changes[0] !== changes[1]) throw new Error(`the baseline writes something else:\n${changes.join('\n')}`)
}

/** Rows and commits per request of a baseline. */
async function countsOf({ port }) {
  const connection = await openConnection(port)
  const { body } = await askOnce(connection, getBytes('/', 'X-API-Key: -'))
  connection.close()
  return JSON.parse(body)
}

async function measureKind(sides, traffic, { seconds, rounds }, warmUp) {
  const names = Object.keys(sides)
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  if (warmUp) for (const name of names) await stretch(sides[name], 1, traffic)
  const before = await countsOf(sides.plain)
  for (let n = 0; n < rounds; n++)
    for (const name of names) measured[name].push(await stretch(sides[name], seconds / rounds, traffic))
  const after = await countsOf(sides.plain)
  const each = (what) => (after[what] - before[what]) / (after.requests - before.requests)
  const { ours, plain, grouped } = Object.fromEntries(names.map((name) => [name, together(measured[name])]))
  return {
    ...compared(ours, plain),
    rows: each('rows'),
    commits: each('commits'),
    grouped: grouped === undefined ? null : compared(ours, grouped),
  }
}

/** Every answer that was kept says so if its act was skipped. */
function requireCreated(file) {
  const store = openFile(file, { readOnly: true })
  const { skipped, n } = store
    .prepare(
      `select count(*) as n, sum(answer not like '%"status":"created"%') as skipped from claims where state = 'done'`,
    )
    .get()
  store.close()
  if (skipped > 0) throw new Error(`${skipped} of ${n} acts were not carried out`)
}

/** `grouped` also compares with a baseline that commits several requests at once, as we do. */
export async function acts(set, pace) {
  const fork = await forkOf(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
  const running = []
  try {
    const traffic = trafficOf(fork)
    const names = pace.rounds > 1 ? ['plain', 'grouped'] : ['plain']
    const files = names.map((name) => join(fork.data, `${name}.db`))
    for (const file of files) copyFileSync(storeFile(fork.data), file)
    const server = await startServer(fork.data)
    running.push(server)
    await openToVisitors(server)
    const sides = { ours: { ...server, file: storeFile(fork.data) } }
    // The first heartbeats serve the feed; those that are measured come within its five minutes.
    for (const [n, path] of traffic.heartbeat.paths.entries())
      await ask(server, [fork.keys[n]], { ...traffic.heartbeat, paths: [path] })
    const answers = {}
    for (const kind of KINDS) {
      const { head, body } = await ask(server, fork.keys, traffic[kind])
      answers[kind] = copyable(head, body)
    }
    for (const [i, name] of names.entries()) {
      const baseline = await startBaseline({ kind: 'acts', file: files[i], grouped: name === 'grouped', answers })
      running.push(baseline)
      sides[name] = { ...baseline, file: files[i] }
    }
    const results = {}
    for (const kind of KINDS) {
      for (const name of names) await requireSameRows(sides.ours, sides[name], fork.keys, traffic[kind], Date.now())
      results[kind] = await measureKind(sides, traffic[kind], pace, pace.rounds > 1 || kind === KINDS[0])
    }
    requireCreated(sides.ours.file)
    return { visitors: VISITORS, posts: set.posts, results }
  } finally {
    for (const started of running) await started.stop()
    fork.remove()
  }
}
