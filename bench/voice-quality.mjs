// How the local voice writes when nobody asks it anything: repeats, worn phrases, whether the author can be told, whether
// replies answer. Names and numbers are taken out before anything is counted.
//   node bench/voice-quality.mjs [posts] [--read] [--seed=word]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../scripts/setup.mjs'
import { serverCode } from './server-code.mjs'

const seedFile = (name) => JSON.parse(readFileSync(join(root, 'seeds/demo', `${name}.json`), 'utf8'))

const OWN_TEXTS = 40
const WEATHERS = ['rain', 'drizzle', 'fog', 'a west wind', 'low cloud', undefined]

/** The residents of the demo world as the voice gets to know them. */
export function demoWorld() {
  const texts = seedFile('first-words').posts
  const { agents } = seedFile('agents')
  const residents = agents.filter((agent) => agent.kind === 'resident')
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const memories = new Map(seedFile('minds-memories').memories.map((memory) => [memory.agentId, memory]))
  const moods = new Map(seedFile('minds-state').moods.map((mood) => [mood.agentId, mood]))
  const { relationships } = seedFile('ties')
  const { destinations } = seedFile('city').city
  const places = destinations.filter(({ kind }) => kind !== 'home').map(({ label, kind }) => ({ label, kind }))
  const { ideas, challenges } = seedFile('network')
  const materials = residents.map((speaker) => {
    const memory = memories.get(speaker.id)
    return {
      speaker,
      mood: moods.get(speaker.id) ?? null,
      beliefs: memory.beliefs,
      openQuestions: memory.openQuestions,
      styleNotes: memory.styleNotes,
      topics: memory.topics,
      ideas: ideas.slice(0, 3).map(({ label }) => ({ label, stance: 'support' })),
      episodes: [],
      ownWords: texts
        .filter((t) => t.agentId === speaker.id)
        .slice(0, OWN_TEXTS)
        .map((t) => t.text),
      place: null,
      places,
      moment: {},
      ties: relationships
        .filter((r) => r.agentId === speaker.id && byId.has(r.otherAgentId))
        .map((r) => ({ ...byId.get(r.otherAgentId), type: r.type })),
    }
  })
  const names = [
    ...agents.flatMap(({ displayName, handle }) => [...displayName.split(' '), handle]),
    ...destinations.flatMap(({ label }) => label.split(/[\s,]+/)),
  ]
  return { materials, topics: seedFile('topics').topics, places, challenges, names: new Set(names.map(plain)) }
}

const plain = (word) => word.toLowerCase().replace(/[’']s?$/, '')
const NUMBERS = new Set(
  `nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand`.split(/\s+/),
)

/** The words of a text without names and numbers. Small words that happen to be in a name stay. */
export function stripped(text, names) {
  const words = text.replace(/[’‘]/g, "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []
  return words
    .filter(
      (word) =>
        !/\d/.test(word) &&
        !word
          .toLowerCase()
          .split('-')
          .every((w) => NUMBERS.has(w)),
    )
    .filter((word) => !(word !== word.toLowerCase() && names.has(plain(word)) && !SMALL.has(word.toLowerCase())))
    .map((word) => word.toLowerCase())
}

const SMALL = new Set('the a of over with under two one'.split(' '))

const countRepeats = (posts) => posts.length - new Set(posts.map(({ words }) => words.join(' '))).size

/** The six words that come back most within any thousand posts in a row, and in how many posts. */
export function wornRun(posts, length = 6, window = 1_000) {
  let worst = { count: 0, run: '' }
  for (let from = 0; from + Math.min(window, posts.length) <= posts.length; from += window) {
    const counts = new Map()
    for (const { words } of posts.slice(from, from + window)) {
      const seen = new Set()
      for (let at = 0; at + length <= words.length; at++) seen.add(words.slice(at, at + length).join(' '))
      for (const run of seen) counts.set(run, (counts.get(run) ?? 0) + 1)
    }
    for (const [run, count] of counts) if (count > worst.count) worst = { count, run }
  }
  return worst
}

/** Trained on every other post, asked about the rest: the share of authors it names. */
export function authorshipShare(posts) {
  const counts = new Map()
  const totals = new Map()
  const vocabulary = new Set()
  for (const { author, words } of posts.filter((_, i) => i % 2 === 0)) {
    const own = counts.get(author) ?? new Map()
    counts.set(author, own)
    for (const word of words) {
      own.set(word, (own.get(word) ?? 0) + 1)
      totals.set(author, (totals.get(author) ?? 0) + 1)
      vocabulary.add(word)
    }
  }
  const asked = posts.filter((_, i) => i % 2 === 1)
  let named = 0
  for (const { author, words } of asked) {
    let best = { score: Number.NEGATIVE_INFINITY, who: null }
    for (const [who, own] of counts) {
      let score = 0
      for (const word of words) score += Math.log(((own.get(word) ?? 0) + 1) / (totals.get(who) + vocabulary.size))
      if (score > best.score) best = { score, who }
    }
    if (best.who === author) named += 1
  }
  return named / asked.length
}

/** Posts as a world would get them: residents in turn, topics by chance, never a text the world holds already. */
export function writePosts(life, random, world, count, seed, checked = true) {
  const held = new Set()
  const fresh = life.freshness()
  const posts = []
  const started = process.cpuUsage()
  for (let n = 0; n < count; n++) {
    const material = world.materials[Math.floor(random(seed, 'who', n)() * world.materials.length)]
    const roll = random(seed, 'what', n)
    const topic = roll() < 0.7 ? world.topics[Math.floor(roll() * world.topics.length)] : null
    const moment = {
      hour: Math.floor(roll() * 24),
      season: 'spring',
      weather: WEATHERS[Math.floor(roll() * WEATHERS.length)],
    }
    const chance = (what) => random(seed, material.speaker.id, n, what)
    for (const text of life.postDrafts({ ...material, moment, topic }, chance)) {
      const marks = life.marksOf(text)
      if (held.has(text) || (checked && (marks.some((mark) => held.has(mark)) || fresh.isWorn(text)))) continue
      for (const mark of [text, ...marks]) held.add(mark)
      fresh.add(text)
      posts.push({ author: material.speaker.id, material, text })
      break
    }
  }
  return { posts, micros: process.cpuUsage(started).user / count }
}

export function writeReplies(life, random, world, posts, seed) {
  const started = process.cpuUsage()
  const replies = posts.map(({ material, text }, n) => {
    const others = world.materials.filter((m) => m !== material)
    const by = others[Math.floor(random(seed, 'replier', n)() * others.length)]
    const to = { name: material.speaker.displayName, text }
    const chance = (what) => random(seed, by.speaker.id, 'reply', n, what)
    return { by, to, text: life.writeReply({ ...by, to, earlier: [] }, chance) }
  })
  return { replies, micros: process.cpuUsage(started).user / replies.length }
}

/** Everything that is measured, of `count` posts. */
export async function voiceQuality({ count = 10_000, seed = 'quality', checked = true } = {}) {
  const life = await serverCode('models/local-voice/life.js')
  const { systemAmbient } = await serverCode('core/ambient.js')
  const { contentStems } = await serverCode('models/local-voice/words.js')
  const { random } = systemAmbient()
  const world = demoWorld()
  writePosts(life, random, world, 200, 'warm-up')
  const { posts, micros } = writePosts(life, random, world, count, seed, checked)
  for (const post of posts) post.words = stripped(post.text, world.names)
  const { replies, micros: replyMicros } = writeReplies(life, random, world, posts.slice(0, 1_000), seed)
  const answering = replies.filter(({ to, text }) => {
    const about = contentStems(to.text)
    return [...contentStems(text)].some((stem) => about.has(stem))
  })
  const lengths = posts.map(({ text }) => text.length).sort((a, b) => a - b)
  return {
    world,
    posts,
    replies,
    repeats: countRepeats(posts),
    worn: wornRun(posts),
    authorship: authorshipShare(posts),
    answering: answering.length / replies.length,
    meanLength: lengths.reduce((sum, n) => sum + n, 0) / lengths.length,
    longest: lengths.at(-1),
    micros,
    replyMicros,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = process.argv.slice(2)
  const count = Number(options.find((o) => /^\d+$/.test(o)) ?? 10_000)
  const seed = options.find((o) => o.startsWith('--seed='))?.slice(7)
  const found = await voiceQuality({ count, seed })
  if (options.includes('--read')) {
    for (const { material, text } of found.posts.slice(0, 40)) console.log(`@${material.speaker.handle}: ${text}\n`)
    for (const { by, to, text } of found.replies.slice(0, 20))
      console.log(`${to.name}: ${to.text}\n    @${by.speaker.handle}: ${text}\n`)
  }
  console.log(`posts                         ${found.posts.length}`)
  console.log(`exact repeats                 ${found.repeats}`)
  console.log(`worst six-word run in 1,000   ${found.worn.count}  (${found.worn.run})`)
  console.log(`authors named, of ${found.world.materials.length}          ${(found.authorship * 100).toFixed(1)} %`)
  console.log(`replies that share a word     ${(found.answering * 100).toFixed(1)} %`)
  console.log(`length of a post              ${found.meanLength.toFixed(0)} on average, ${found.longest} at most`)
  console.log(
    `time                          ${found.micros.toFixed(0)} µs a post, ${found.replyMicros.toFixed(0)} µs a reply`,
  )
}
