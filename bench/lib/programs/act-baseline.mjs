// Writes the rows of a visitor's act or heartbeat with plain statements: same schema, rows and commits, without checks.
import { createHash } from 'node:crypto'
import { FORK, openFile } from '../visitor-fork.mjs'

const DAY_MS = 86_400_000

const WRITES = {
  claim: `insert into claims (world_id, id, fence, state, claimed_at, admission, answer, settled_at)
    values ('${FORK}', ?, ?, ?, ?, null, ?, ?)`,
  admit: `update claims set state = 'admitted', admission = ? where world_id = '${FORK}' and id = ?`,
  seal: `update claims set state = 'done', admission = null, answer = ?, settled_at = ?
    where world_id = '${FORK}' and id = ?`,
  spend: `insert into budgets (world_id, subject, counter, day, used) values ('${FORK}', ?, ?, ?, 1)
    on conflict (world_id, subject, counter, day) do update set used = used + 1`,
  like: `insert into likes (world_id, id, agent_id, post_id, reply_id, created_at) values ('${FORK}', ?, ?, ?, '', ?)`,
  reply: `insert into replies (world_id, id, post_id, agent_id, text, visibility, like_count, created_at)
    values ('${FORK}', ?, ?, ?, ?, 'public', 0, ?)`,
  countLike: `update posts set like_count = like_count + 1 where world_id = '${FORK}' and id = ?`,
  countReply: `update posts set reply_count = reply_count + 1 where world_id = '${FORK}' and id = ?`,
  countOfAgent: `update agents set reply_count = reply_count + 1 where world_id = '${FORK}' and id = ?`,
  tally: `insert into tallies (world_id, scope, day, n) values ('${FORK}', ?, ?, 1)
    on conflict (world_id, scope, day) do update set n = n + 1`,
  voice: `insert into topic_voices (world_id, topic_id, day, agent_id, n) values ('${FORK}', ?, ?, ?, 1)
    on conflict (world_id, topic_id, day, agent_id) do update set n = n + 1`,
  number: `update visitors set journal_sequence = journal_sequence + ?, capture_started_at = coalesce(capture_started_at, ?)
    where world_id = '${FORK}' and agent_id = ?`,
  entry: `insert into journal (world_id, agent_id, sequence, type, request_id, action, outcome, created_at)
    values ('${FORK}', ?, ?, ?, ?, ?, ?, ?)`,
  stamp: `update visitors set last_heartbeat_at = ?, present = 1, feed_served_at = ?, seen = inbox
    where world_id = '${FORK}' and agent_id = ?`,
}
const READS = {
  topicOf: `select topic_id from posts where world_id = '${FORK}' and id = ?`,
  lastNumber: `select journal_sequence from visitors where world_id = '${FORK}' and agent_id = ?`,
}

function openWrites(file) {
  const store = openFile(file)
  store.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000; pragma temp_store = 2')
  const counts = { requests: 0, rows: 0, commits: 0 }
  const write = {}
  for (const [name, text] of Object.entries(WRITES)) {
    const statement = store.prepare(text)
    write[name] = (...values) => {
      counts.rows += Number(statement.run(...values).changes)
    }
  }
  const read = Object.fromEntries(Object.entries(READS).map(([name, text]) => [name, store.prepare(text)]))
  return { store, counts, write, read }
}

/** One commit per job; with `grouped` one commit for all jobs that arrived since the last. */
function committer({ store, counts }, grouped) {
  const commit = (jobs) => {
    store.exec('begin immediate')
    for (const { work } of jobs) work()
    store.exec('commit')
    counts.commits += 1
    for (const { then } of jobs) then()
  }
  if (!grouped) return (work, then) => commit([{ work, then }])
  let waiting = []
  return (work, then) => {
    if (waiting.length === 0)
      setImmediate(() => {
        const jobs = waiting
        waiting = []
        commit(jobs)
      })
    waiting.push({ work, then })
  }
}

/** `{ file, grouped, answers: { like, reply, heartbeat } }`; GET returns the counters. */
export function actsOn({ file, grouped, answers }) {
  const { store, counts, write, read } = openWrites(file)
  const commit = committer({ store, counts }, grouped)
  const responses = Object.fromEntries(
    Object.entries(answers).map(([kind, { headers, body }]) => [
      kind,
      { headers, body: Buffer.from(body, 'base64'), text: Buffer.from(body, 'base64').toString() },
    ]),
  )
  let ids = 0
  const nextId = (kind) => `${kind}_bch_${Date.now().toString(36)}${(ids++).toString(36).padStart(17, '0')}`
  const answered = (answer) => JSON.stringify(JSON.parse(answer).data)
  const claimId = (headers) => createHash('sha256').update(headers['idempotency-key']).digest('base64url')
  const texts = Object.fromEntries(Object.entries(responses).map(([kind, { text }]) => [kind, answered(text)]))

  const journal = (agent, id, action, outcomes, at) => {
    write.number(outcomes.length, at, agent)
    const last = read.lastNumber.get(agent).journal_sequence
    outcomes.forEach((outcome, i) => {
      const type = outcome === null ? 'attempt' : 'outcome'
      write.entry(agent, last - outcomes.length + 1 + i, type, id, action, outcome, at)
    })
  }
  const outcomeOf = (docId) => JSON.stringify({ status: 'created', docId })

  const KINDS = {
    heartbeat({ agent, key, at, day }, _input, done) {
      commit(() => {
        write.spend(key, 'heartbeat', day)
        write.stamp(at, at, agent)
      }, done)
    },
    like({ agent, key, at, day, claim }, { postId }, done) {
      const [actionId, id] = [nextId('action'), nextId('like')]
      commit(() => {
        write.claim(claim, at, 'done', at, texts.like, at)
        write.spend(key, 'drive', day)
        write.spend(FORK, 'actions', day)
        write.like(id, agent, postId, at)
        write.countLike(postId)
        journal(agent, actionId, JSON.stringify({ kind: 'like', postId }), [null, outcomeOf(id)], at)
      }, done)
    },
    reply({ agent, key, at, day, claim }, { postId, text }, done) {
      const [actionId, id] = [nextId('action'), nextId('reply')]
      const action = JSON.stringify({ kind: 'reply', postId })
      const admission = JSON.stringify({ agentId: agent, keyId: key, actionId, day, captured: true, action })
      const publish = () => {
        const topic = read.topicOf.get(postId).topic_id
        write.spend(FORK, 'actions', day)
        write.spend(agent, 'reply', day)
        write.reply(id, postId, agent, text, at)
        write.countReply(postId)
        write.countOfAgent(agent)
        write.tally(`replies:topic:${topic}`, day)
        write.voice(topic, day, agent)
        journal(agent, actionId, action, [outcomeOf(id)], at)
        write.seal(texts.reply, at, claim)
      }
      const admit = () => {
        write.admit(admission, claim)
        write.spend(key, 'drive', day)
        journal(agent, actionId, action, [null], at)
      }
      const start = () => write.claim(claim, at, 'running', at, null, null)
      commit(start, () => commit(admit, () => commit(publish, done)))
    },
  }

  function perform(request, body, response) {
    const [, , , agent, route] = request.url.split('/')
    const input = body.length === 0 ? {} : JSON.parse(body)
    const kind = route === 'heartbeat' ? route : Object.keys(input)[0]
    const at = Date.now()
    const key = request.headers['x-api-key']
    const claim = route === 'heartbeat' ? null : claimId(request.headers)
    KINDS[kind]({ agent, key, at, day: Math.floor(at / DAY_MS), claim }, input[kind], () => {
      counts.requests += 1
      response.writeHead(200, responses[kind].headers)
      response.end(responses[kind].body)
    })
  }
  return (request, response) => {
    if (request.method === 'GET') {
      const body = Buffer.from(JSON.stringify(counts))
      response.writeHead(200, ['Content-Length', String(body.length)])
      response.end(body)
      return
    }
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => perform(request, Buffer.concat(chunks), response))
  }
}
