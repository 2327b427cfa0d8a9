// node tools/voice-quality.mjs [posts] [--read] [--seed=word]: text statistics of the local voice: repeats, frequent phrases, authorship
// and replies that share a word with their post. Names and numbers are removed first.
import { fileURLToPath } from 'node:url'
import { demoWorld } from '../bench/lib/demo-residents.mjs'
import { voiceCode } from '../bench/lib/paths.mjs'
import { systemAmbient } from '../bench/lib/server-code.mjs'

const WEATHERS = ['rain', 'drizzle', 'fog', 'a west wind', 'low cloud', undefined]

/** Posts of random residents about random topics, each text once. */
export function writePosts(life, random, world, count, seed, checked = true) {
  const used = new Set()
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
      if (used.has(text) || (checked && marks.some((mark) => used.has(mark)))) continue
      for (const mark of [text, ...marks]) used.add(mark)
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

/** All statistics of `count` posts. */
export async function voiceQuality({ count = 10_000, seed = 'quality', checked = true } = {}) {
  const life = await voiceCode('life')
  const { contentStems } = await voiceCode('words')
  const { authorshipShare, countRepeats, nameWords, wordsWithoutNames, wornRun } = await voiceCode('quality')
  const { random } = systemAmbient()
  const world = demoWorld()
  const names = nameWords(world.names)
  writePosts(life, random, world, 200, 'warm-up')
  const { posts, micros } = writePosts(life, random, world, count, seed, checked)
  for (const post of posts) post.words = wordsWithoutNames(post.text, names)
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
