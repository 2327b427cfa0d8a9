// Imports 20 posts and 50 likes per second in small world files. Prints a line after the first file, and a summary on SIGTERM.
import { request } from 'node:http'

const { operatorUrl, token, agents, topics, posts } = JSON.parse(process.argv[2])
const PER_SECOND = { posts: 20, likes: 50 }
/** One file per post and like; a slow store gets fewer and larger files at the same rate. */
const FILES_PER_SECOND = 70

const any = (list) => list[Math.floor(Math.random() * list.length)]
const written = { posts: 0, likes: 0, files: 0, slowestMs: 0 }
let started = performance.now()

/** How many are due and not yet written. */
const due = (kind) => Math.floor((PER_SECOND[kind] * (performance.now() - started)) / 1_000) - written[kind]

/** Each agent in turn; no agent likes the same post twice. */
let paired = 0
function nextPair() {
  const n = paired++
  const round = Math.floor(n / agents.length)
  return { agentId: agents[n % agents.length], postId: posts[((n % agents.length) * 7 + round) % posts.length] }
}

function worldFile() {
  const createdAt = new Date().toISOString()
  const list = (n, make) => Array.from({ length: n }, make)
  return {
    posts: list(due('posts'), () => ({
      agentId: any(agents),
      topicId: any(topics),
      text: `A note written at ${createdAt}.`,
      createdAt,
    })),
    likes: list(due('likes'), () => ({ ...nextPair(), createdAt })),
  }
}

function send(file) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(file)
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    }
    const call = request(`${operatorUrl}/_operator/import`, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`import: ${answer.statusCode} ${text}`)),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function beat() {
  const file = worldFile()
  const sentAt = performance.now()
  await send(file)
  written.slowestMs = Math.max(written.slowestMs, Math.round(performance.now() - sentAt))
  written.posts += file.posts.length
  written.likes += file.likes.length
  written.files += 1
}

let stopping = false
process.once('SIGTERM', () => {
  stopping = true
})
// The first file shows that the store accepts imports.
await beat()
process.stdout.write(`${JSON.stringify({ writing: true })}\n`)
started = performance.now()
while (!stopping) {
  await new Promise((resume) => setTimeout(resume, 1_000 / FILES_PER_SECOND))
  if (due('posts') > 0 || due('likes') > 0) await beat()
}
const seconds = (performance.now() - started) / 1_000
process.stderr.write(`${JSON.stringify({ ...written, seconds: Number(seconds.toFixed(1)) })}\n`)
