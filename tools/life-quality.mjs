// npm run life-quality -- [days, 120] [--read=40] [--worst=40] [--save=texts.json]: text statistics of a simulated demo:
// repeats, decorative tails, grammar, habits, contradictions, authorship, conversations, threads, moods, relationships.
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
      .select(['id', 'kind', 'status', 'parties', 'thing', 'created_at', 'updated_at'])
      .where('world_id', '=', 'prime')
      .execute()
    const promises = await store.database.read.sql
      .selectFrom('promises')
      .selectAll()
      .where('world_id', '=', 'prime')
      .execute()
    return { file, plans, moods, tiesByNight, affairs, promises, seconds }
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

/**
 * A decorative tail: a sentence of a post that only states the time, the weather or the aftermath of an event, in a post
 * that is about something else. The word lists are written for this check; the generator does not use them.
 */
const WEATHER =
  /\b(?:rain|drizzle|hail|fog|mist|wind|windy|gale|gust\w*|clear sky|sunshine|sudden sun|sun after rain|snow|frost|warmth|thunder|cloud\w*|showers?)\b/i
const HOUR =
  /\b(?:small hours|at (?:dawn|dusk|noon|midnight)|before breakfast|after (?:lunch|supper)|halfway to noon|by lamplight|the kettle on|still up)\b/i
const AFTERMATH =
  /\b(?:days?|weeks?|morning) (?:after|on from) (?:the |[A-Z])|\bnow that nobody speaks of\b|\b(?:hardly|not yet) (?:over|swept up)\b/i
const SUBJECT_VERB = /\b(?:I|you|he|she|we|they|nobody|somebody|everybody)\b.*\b\p{L}+/u

function hasDecorativeTail({ text }, isAboutTown) {
  if (isAboutTown) return false
  const sentences = text
    .split(/(?<=[.!?])["”)]*\s+|\n/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return sentences.slice(1).some((one) => {
    const words = one.split(/\s+/).length
    return words <= 14 && (AFTERMATH.test(one) || ((WEATHER.test(one) || HOUR.test(one)) && !SUBJECT_VERB.test(one)))
  })
}

/** The most frequent four-word run or numbered list of an author, as a share of the author's posts. */
function worstHabit(texts, names) {
  const counts = new Map()
  for (const text of texts) {
    const runs = shingles(wordsWithoutNames(text, names), 4)
    if (/(?:^|\n| )1\. .*\b2\. /su.test(text)) runs.add('(numbered list)')
    for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
}

/**
 * Claims of posts that the rows contradict: who missed a game or a meeting, who was met, and where. Promises and episodes
 * are the log; a plan leads from the post to its row.
 */
function contradictions({ posts, plans, promises, episodes, affairs, called, labels }) {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const promiseOf = new Map(promises.map((one) => [one.id, one]))
  const episodeOf = new Map(episodes.map((one) => [one.id, one]))
  const affairOf = new Map(affairs.map((one) => [one.id, one]))
  const first = (id) => (called.get(id) ?? '').split(' ')[0].toLowerCase()
  const found = []
  let claims = 0
  for (const post of posts) {
    const plan = planOf.get(post.id)
    if (plan === undefined) continue
    const text = post.text.toLowerCase()
    const promise = promiseOf.get(plan.root_id)
    if (plan.move === 'kept' && promise !== undefined) {
      claims += 1
      const other = promise.maker_id === post.agentId ? promise.other_id : promise.maker_id
      // A place is called by its name without the address.
      const label = (labels.get(promise.place_id) ?? '').toLowerCase().replace(/^the |,.*$/g, '')
      if (promise.status !== 'kept' || !text.includes(first(other)) || !text.includes(label)) found.push(post)
    }
    const episode = episodeOf.get(plan.root_id)
    if (plan.move === 'recount' && episode !== undefined) {
      claims += 1
      const place = / (?:at|to) (.+?)(?:,| about | for |$)/.exec(episode.text)?.[1]?.toLowerCase().replace(/^the /, '')
      const isPlace = place !== undefined && [...labels.values()].some((label) => label.toLowerCase().endsWith(place))
      const people = [...called.values()].filter((name) => episode.text.includes(name))
      const missing = people.some((name) => !text.includes(name.split(' ')[0].toLowerCase()))
      const isPlaceWrong =
        isPlace &&
        [...labels.values()].some((label) => {
          const low = label.toLowerCase().replace(/^the /, '')
          // The subject of a talk can contain the name of another place.
          if (episode.text.toLowerCase().includes(low)) return false
          return low !== place && !place.includes(low) && new RegExp(`\\b(?:at|in|on|to) (?:the )?${low}\\b`).test(text)
        })
      if (episode.agentId !== post.agentId || missing || isPlaceWrong) found.push(post)
    }
    const match = affairOf.get(plan.root_id)
    if (
      match?.kind === 'match' &&
      /not played|did not come|didn't come|was not there|wasn't there|being absent|no game/.test(text)
    ) {
      claims += 1
      const at = Date.parse(post.createdAt)
      const missed = promises.filter(
        (one) => one.root_id === match.id && one.at < at && one.status.startsWith('broken'),
      )
      const last = missed.sort((one, other) => other.at - one.at)[0]
      const absent = last === undefined ? null : last.status === 'broken_by_maker' ? last.maker_id : last.other_id
      if (absent === null || absent === post.agentId || !text.includes(first(absent))) found.push(post)
    }
  }
  return { claims, found }
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
const { checkGrammar } = await voiceCode('life')
const { file, plans, moods, tiesByNight, affairs, promises, seconds } = await simulate()
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
  row(`${name}: repeats apart from names`, percent(exact))
  row(`${name}: exact repeats`, texts.length - new Set(texts.map(({ text }) => text)).size, '0')
  row(`${name}: near repeats`, percent(near))
  const faulty = texts.filter(({ text }) => checkGrammar(text).length > 0)
  row(`${name}: faults of grammar`, percent(faulty.length / texts.length), '<= 0.2 %')
  for (const { text } of faulty.slice(0, worst)) console.log(`  ${text}`)
  const styles = texts.map(({ agentId, text }) => ({ author: agentId, words: styleWithoutNames(text, names) }))
  row(`${name}: authors named`, percent(authorshipShare(styles, UNSEEN)), `>= ${percent(wanted)}`)
  row(`${name}: by single words alone`, percent(authorshipShare(samples)))
  for (const [one, other] of pairs.slice(0, worst)) console.log(`  ${texts[one].text}\n    ${texts[other].text}`)
}

/** Conversations: standing questions, six-word runs used ten times or more, and mentions of the last seven days. */
const planById = new Map(plans.map((plan) => [plan.id, plan]))
const isStanding = ({ issue }) => issue !== '' && !issue.includes(':')
const talksLived = (file.encounters ?? []).filter(({ turns: all }) => (all ?? []).some(isLived))
const standing = talksLived.filter(({ turns: all }) =>
  all.some(({ id }) => isStanding(planById.get(id) ?? { issue: '' })),
)
row('conversations', talksLived.length)
row('about standing questions', percent(standing.length / Math.max(1, talksLived.length)), '<= 30 %')
const runsOf = turns.map(({ text }) => shingles(text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [], 6))
const uses = new Map()
for (const runs of runsOf) for (const run of runs) uses.set(run, (uses.get(run) ?? 0) + 1)
const worn = runsOf.filter((runs) => [...runs].some((run) => uses.get(run) >= 10))
row('turns with a 6-word run used 10 times', percent(worn.length / Math.max(1, turns.length)), '<= 25 %')
for (const [run, n] of [...uses].sort((a, b) => b[1] - a[1]).slice(0, worst)) console.log(`  ${n} ${run}`)
const DAY_WORDS = /\b(?:this (?:morning|afternoon|evening)|yesterday|last night|just now|(?:on|since) \w+day)\b/i
const isRecent = ({ id, text }) =>
  /^lived:(?:game|promise|episode|happening|thing|affair|walk|fact)/.test(planById.get(id)?.issue ?? '') &&
  DAY_WORDS.test(text)
row(
  'turns that name a day of the last seven',
  percent(turns.filter(isRecent).length / Math.max(1, turns.length)),
  '>= 25 %',
)
const issueOf = new Map(plans.map(({ id, issue }) => [id, issue]))
const isAboutTown = ({ id }) => /^(?:city|thing):/.test(issueOf.get(id) ?? '')
const tails = posts.filter((post) => hasDecorativeTail(post, isAboutTown(post)))
row('posts with a decorative tail', percent(tails.length / posts.length), '<= 3 %')
for (const { text } of tails.slice(0, worst)) console.log(`  ${text}`)
const byAuthor = new Map(residents.map(({ id }) => [id, posts.filter(({ agentId }) => agentId === id)]))
const habits = [...byAuthor]
  .filter(([, own]) => own.length >= 18)
  .map(([id, own]) => ({
    id,
    habit: worstHabit(
      own.map(({ text }) => text),
      names,
    ),
    of: own.length,
  }))
const overused = habits.filter(({ habit: [, count], of }) => count > of / 6)
row('authors with a run in over 1 of 6 posts', `${overused.length} of ${habits.length}`, '0')
for (const { id, habit, of } of overused.slice(0, worst)) console.log(`  ${id} ${habit[1]} of ${of}: ${habit[0]}`)
const called = new Map(residents.map(({ id, displayName }) => [id, displayName]))
const labels = new Map((file.city?.destinations ?? []).map(({ id, label }) => [id, label]))
const checked = contradictions({ posts, plans, promises, episodes: file.episodes ?? [], affairs, called, labels })
row('posts that contradict the log', `${checked.found.length} of ${checked.claims}`, '0')
for (const { text } of checked.found.slice(0, Math.max(worst, 5))) console.log(`  ${text}`)

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
/** Correlation of the affinities of both directions of a pair. */
function pairCorrelation(rows) {
  const byPair = new Map(rows.map((row) => [`${row.agentId} ${row.otherAgentId}`, row.affinity]))
  const pairs = rows
    .filter((row) => row.agentId < row.otherAgentId && byPair.has(`${row.otherAgentId} ${row.agentId}`))
    .map((row) => [row.affinity, byPair.get(`${row.otherAgentId} ${row.agentId}`)])
  const mean = (n) => pairs.reduce((sum, pair) => sum + pair[n], 0) / pairs.length
  const [a, b] = [mean(0), mean(1)]
  const sums = pairs.reduce(
    ([ab, aa, bb], [x, y]) => [ab + (x - a) * (y - b), aa + (x - a) ** 2, bb + (y - b) ** 2],
    [0, 0, 0],
  )
  return sums[0] / Math.sqrt(sums[1] * sums[2])
}
row('correlation of affinity over pairs', pairCorrelation(ties).toFixed(2), '<= 0.85')
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
const lasting = affairs.filter(({ status }) => status === 'lasting')
row('lasting changes', lasting.map(({ kind, thing }) => `${kind}: ${thing}`).join('; '), '>= 1 in 30 days')
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
  const nameOf = new Map(file.agents.map(({ id, displayName }) => [id, displayName]))
  const threads = posts.filter(({ id }) => byPost.has(id))
  const step = Math.max(1, Math.floor(threads.length / read))
  for (let n = 0; n < threads.length; n += step) {
    const post = threads[n]
    console.log(`\n${nameOf.get(post.agentId)}: ${post.text}`)
    for (const { agentId, text } of byPost.get(post.id)) console.log(`    ${nameOf.get(agentId)}: ${text}`)
  }
  const talks = (file.encounters ?? []).filter(({ turns: all }) => (all ?? []).filter(isLived).length > 3)
  const stride = Math.max(1, Math.floor((talks.length * 3) / read))
  for (let n = 0; n < talks.length; n += stride) {
    console.log(`\nAt ${talks[n].destinationId}`)
    for (const { agentId, text } of talks[n].turns) console.log(`    ${nameOf.get(agentId)}: ${text}`)
  }
}
