// npm run life-quality -- [days, 120] [--read=40] [--worst=40] [--save=texts.json]: text statistics of a simulated demo: repeats,
// authorship, novelty, threads, moods, relationships and ideas.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverPackage, voiceCode } from '../bench/lib/paths.mjs'
import {
  ambientAt,
  exportWorld,
  makeSeals,
  openStore,
  readConfig,
  seedWorlds,
  simulateHistory,
  systemAmbient,
} from '../bench/lib/server-code.mjs'
import { root } from '../scripts/setup.mjs'

const pino = serverPackage('pino')

const DAY_MS = 86_400_000
const NEGATIVE =
  /^(?:low|wistful|heavy-hearted|cross|irritable|indignant|uneasy|anxious|watchful|alone|left out|longing|tired|worn|bone-weary)$/

const options = process.argv.slice(2)
const days = Number(options.find((o) => /^\d+$/.test(o)) ?? 120)
const read = Number(options.find((o) => o.startsWith('--read='))?.slice(7) ?? 0)
const worst = Number(options.find((o) => o.startsWith('--worst='))?.slice(8) ?? 0)
/** Additive smoothing of the classifier. */
const UNSEEN = 0.1
const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')

/** Simulates the demo's prime world; returns its export and the plans of its residents. */
async function simulate() {
  const data = mkdtempSync(join(tmpdir(), 'life-quality-'))
  const config = readConfig([`--data=${data}`, `--history-days=${days}`], {})
  const ambient = ambientAt(systemAmbient(), () => PRESENT)
  const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
  try {
    const job = {
      manifest: join(root, 'packages/demo-city/seed/seed.json'),
      at: PRESENT,
      demoKeyFile: join(data, 'demo-key'),
    }
    const seals = makeSeals(['life-quality-life-quality-life-quality'])
    await seedWorlds({ database: store.database, ambient, seals, config }, job, () => {})
    const started = performance.now()
    // One day at a time, to read the moods of every evening.
    const moods = []
    const tiesByNight = []
    for (let day = days; day > 0; day--) {
      const until = PRESENT - (day - 1) * DAY_MS
      await simulateHistory(store.database, ambient, { days: 1, until, worldIds: ['prime'] }, () => {})
      moods.push(
        ...(await store.database.read.sql
          .selectFrom('moods')
          .select(['mood'])
          .where('world_id', '=', 'prime')
          .execute()),
      )
      const ties = await store.database.read.sql
        .selectFrom('relationships')
        .select(['agent_id', 'other_agent_id', 'type'])
        .where('world_id', '=', 'prime')
        .execute()
      tiesByNight.push(new Map(ties.map((tie) => [`${tie.agent_id} ${tie.other_agent_id}`, tie.type])))
    }
    const seconds = (performance.now() - started) / 1_000
    const file = await store.database.snapshot((snapshot) => exportWorld(snapshot, 'prime'))
    const plans = await store.database.read.sql
      .selectFrom('plans')
      .selectAll()
      .where('world_id', '=', 'prime')
      .execute()
    const affairs = await store.database.read.sql
      .selectFrom('affairs')
      .select(['kind', 'status', 'created_at', 'updated_at'])
      .where('world_id', '=', 'prime')
      .execute()
    return { file, plans, moods, tiesByNight, affairs, seconds }
  } finally {
    await store.close()
    rmSync(data, { recursive: true, force: true })
  }
}

const shingles = (words, size = 5) => {
  const runs = new Set()
  for (let at = 0; at + size <= words.length; at++) runs.add(words.slice(at, at + size).join(' '))
  return runs
}

/** The share of texts that repeat an earlier one: word for word, or in more than 0.6 of their five-word runs. */
function repeats(samples) {
  const byRun = new Map()
  const texts = new Set()
  let exact = 0
  let near = 0
  const pairs = []
  for (const [n, { words }] of samples.entries()) {
    const text = words.join(' ')
    if (texts.has(text)) exact += 1
    texts.add(text)
    const runs = shingles(words)
    const shared = new Map()
    for (const run of runs) for (const other of byRun.get(run) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
    for (const [other, count] of shared) {
      const union = runs.size + samples[other].runs.size - count
      if (count / union > 0.6) {
        near += 1
        pairs.push([other, n])
        break
      }
    }
    samples[n].runs = runs
    for (const run of runs) byRun.set(run, [...(byRun.get(run) ?? []), n])
  }
  return { exact: exact / samples.length, near: near / samples.length, pairs }
}

/** The share of five-word runs of the last 1,000 texts that no earlier text has, and how often the other runs occur. */
function novelty(samples) {
  const earlierRuns = new Set()
  const counts = new Map()
  for (const { words } of samples.slice(0, -1_000)) for (const run of shingles(words)) earlierRuns.add(run)
  let fresh = 0
  let all = 0
  for (const { words } of samples.slice(-1_000))
    for (const run of shingles(words)) {
      all += 1
      if (!earlierRuns.has(run)) fresh += 1
      else counts.set(run, (counts.get(run) ?? 0) + 1)
      earlierRuns.add(run)
    }
  return { share: fresh / all, counts }
}

function gini(counts) {
  const sorted = [...counts].sort((a, b) => a - b)
  const total = sorted.reduce((sum, n) => sum + n, 0)
  return sorted.reduce((sum, n, i) => sum + (2 * (i + 1) - sorted.length - 1) * n, 0) / (sorted.length * total)
}

const countBy = (items, key) => {
  const counts = new Map()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

const percent = (share) => `${(share * 100).toFixed(1)} %`
const row = (name, value, wanted = '') => console.log(`${name.padEnd(44)} ${String(value).padEnd(22)} ${wanted}`)

const { authorshipShare, nameWords, styleWithoutNames, wordsWithoutNames } = await voiceCode('quality')
const { file, plans, moods, tiesByNight, affairs, seconds } = await simulate()
const from = PRESENT - days * DAY_MS
const residents = file.agents.filter(({ kind }) => kind !== 'visitor')
const names = nameWords(residents.map(({ displayName }) => displayName))
const isLived = ({ createdAt }) => Date.parse(createdAt) >= from
const sample = ({ agentId, text }) => ({ author: agentId, words: wordsWithoutNames(text, names) })
// Dreams are posts without public visibility.
const posts = file.posts
  .filter((post) => isLived(post) && (post.visibility ?? 'public') === 'public')
  .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
const replies = file.replies.filter(isLived).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
const turns = (file.encounters ?? []).flatMap(({ turns: all }) => all ?? []).filter(isLived)

row('days lived', `${days} in ${seconds.toFixed(1)} s`)
for (const [name, texts, wanted] of [
  ['posts', posts, 0.7],
  ['replies', replies, 0.6],
  ['turns', turns, 0.55],
]) {
  if (texts.length === 0) continue
  const samples = texts.map(sample)
  const { exact, near, pairs } = repeats(samples)
  row(`${name}`, texts.length)
  row(`${name}: exact repeats`, percent(exact), '< 0.5 %')
  row(`${name}: near repeats`, percent(near), '< 0.5 %')
  const styles = texts.map(({ agentId, text }) => ({ author: agentId, words: styleWithoutNames(text, names) }))
  row(`${name}: authors named`, percent(authorshipShare(styles, UNSEEN)), `>= ${percent(wanted)}`)
  row(`${name}: by single words alone`, percent(authorshipShare(samples)))
  for (const [one, other] of pairs.slice(0, worst)) console.log(`  ${texts[one].text}\n    ${texts[other].text}`)
}
const { share: fresh, counts: old } = novelty(posts.map(sample))
row('new five-word runs, last 1,000 posts', fresh.toFixed(2), '>= 0.6')
for (const [run, n] of [...old].sort((a, b) => b[1] - a[1]).slice(0, worst)) console.log(`  ${n} ${run}`)

const perPost = countBy(replies, ({ postId }) => postId)
const answered = [...perPost.values()]
row('threads with a reply', answered.length)
row(
  'of them deeper than three',
  percent(answered.filter((n) => n >= 3).length / Math.max(1, answered.length)),
  '>= 15 %',
)
row('longest thread', Math.max(0, ...answered))
const perDay = countBy(posts, ({ createdAt }) => createdAt.slice(0, 10))
const daily = [...perDay.values()]
const mean = daily.reduce((sum, n) => sum + n, 0) / daily.length
const variance = daily.reduce((sum, n) => sum + (n - mean) ** 2, 0) / daily.length
row('posts a day', `${mean.toFixed(1)}, variance over mean ${(variance / mean).toFixed(1)}`, '> 2')
const perAuthor = countBy(posts, ({ agentId }) => agentId)
row('Gini of posting', gini(residents.map(({ id }) => perAuthor.get(id) ?? 0)).toFixed(2), '0.3 to 0.5')
row('negative moods', percent(moods.filter(({ mood }) => NEGATIVE.test(mood)).length / moods.length), '15 to 30 %')
const ties = file.relationships ?? []
row('ties', ties.length)
row(
  'rivals among them',
  percent(ties.filter(({ type }) => type === 'rival').length / Math.max(1, ties.length)),
  '6 to 12 %',
)
/** Rivals after every 20 days, and how many rivalries began and ended. */
const isRival = (type) => type === 'rival'
const shares = tiesByNight
  .filter((_, n) => (n + 1) % 20 === 0)
  .map((types) => percent([...types.values()].filter(isRival).length / types.size))
let rivalriesBegun = 0
let ended = 0
for (const [n, types] of tiesByNight.entries())
  for (const [tie, type] of tiesByNight[n - 1] ?? []) {
    if (isRival(type) && !isRival(types.get(tie))) ended += 1
    if (!isRival(type) && isRival(types.get(tie))) rivalriesBegun += 1
  }
row('every twenty days', shares.join(', '), 'steady')
row('rivalries begun, ended', `${rivalriesBegun}, ${ended}`)
const byId = new Map(file.posts.map((post) => [post.id, post]))
const born = (file.ideas ?? [])
  .flatMap(({ label, events }) => (events ?? []).map((event) => ({ ...event, label })))
  .filter((event) => event.type === 'introduced' && isLived(event) && event.postId)
const mentioned = born.filter(({ label, postId }) => {
  const words = label.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const text = (byId.get(postId)?.text ?? '').toLowerCase()
  return words.some((word) => text.includes(word))
})
row('ideas in the post they were born in', `${mentioned.length} of ${born.length}`, 'all')
row('pasted memory lines', posts.filter(({ text }) => /Talked with .+ at .+/.test(text)).length, '0')
const over = affairs.filter(({ status }) => status !== 'running')
const length = over.reduce((sum, { created_at, updated_at }) => sum + Number(updated_at) - Number(created_at), 0)
row('affairs begun, ended', `${affairs.length}, ${over.length}`)
row('their mean length in days', (length / DAY_MS / Math.max(1, over.length)).toFixed(1))
row('kinds of affairs', new Set(affairs.map(({ kind }) => kind)).size)
const moves = countBy(plans, ({ move }) => move)
row('moves', [...moves].map(([move, n]) => `${move} ${n}`).join(', '))

const saved = options.find((o) => o.startsWith('--save='))?.slice(7)
if (saved !== undefined)
  writeFileSync(saved, JSON.stringify({ agents: file.agents, posts, replies, encounters: file.encounters, plans }))

/** Threads and conversations to read by hand. */
if (read > 0) {
  const byPost = new Map()
  for (const reply of replies) byPost.set(reply.postId, [...(byPost.get(reply.postId) ?? []), reply])
  const called = new Map(file.agents.map(({ id, displayName }) => [id, displayName]))
  const threads = posts.filter(({ id }) => byPost.has(id))
  const step = Math.max(1, Math.floor(threads.length / read))
  for (let n = 0; n < threads.length; n += step) {
    const post = threads[n]
    console.log(`\n${called.get(post.agentId)}: ${post.text}`)
    for (const { agentId, text } of byPost.get(post.id)) console.log(`    ${called.get(agentId)}: ${text}`)
  }
  const talks = (file.encounters ?? []).filter(({ turns: all }) => (all ?? []).filter(isLived).length > 3)
  const stride = Math.max(1, Math.floor((talks.length * 3) / read))
  for (let n = 0; n < talks.length; n += stride) {
    console.log(`\nAt ${talks[n].destinationId}`)
    for (const { agentId, text } of talks[n].turns) console.log(`    ${called.get(agentId)}: ${text}`)
  }
}
