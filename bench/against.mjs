// npm run bench:against -- <folder>: core time of the same requests on this checkout and on another one that is built, in
// turns, on the same world. Both must know --seed none and import the same file.

import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'
import { scratchFolder } from './dataset.mjs'
import { median } from './median.mjs'
import { serverFolder } from './server-code.mjs'
import { cpuMs, startServer } from './servers.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('agent-network bench: name the folder of another checkout that is built\n')
  process.exit(1)
}

const [AGENTS, TOPICS, POSTS, REPLIES, LIKES] = [60, 8, 4_000, 6_000, 8_000]
const KEYS = 150
const ROUNDS = 5
const REQUESTS = 400
const MINUTE = 60_000
const now = Math.floor(Date.now() / MINUTE) * MINUTE
const WORDS = 'harbour lamp tide bread clock ferry rain ledger heron stair window orchard kettle bridge song'.split(' ')
const made = (n, of) => Array.from({ length: n }, (_, i) => of(i))
const textOf = (i) => made(14, (n) => WORDS[(i * 7 + n * (3 + (i % 5))) % WORDS.length]).join(' ')
const at = (i, of) => new Date(now - Math.floor(((of - i) / of) * 20 * 24 * 60) * MINUTE - MINUTE).toISOString()

const world = {
  worlds: [{ id: 'prime' }],
  topics: made(TOPICS, (i) => ({ id: `t${i}`, worldId: 'prime', name: `topic ${i}` })),
  agents: made(AGENTS, (i) => ({ id: `a${i}`, worldId: 'prime', handle: `agent${i}`, bio: textOf(i) })),
  posts: made(POSTS, (i) => ({
    id: `p${i}`,
    agentId: `a${(i * 13) % AGENTS}`,
    topicId: `t${i % TOPICS}`,
    text: textOf(i),
    createdAt: at(i, POSTS),
  })),
  replies: made(REPLIES, (i) => ({
    id: `r${i}`,
    postId: `p${(i * 7) % POSTS}`,
    agentId: `a${(i * 11) % AGENTS}`,
    text: textOf(i + 3),
    createdAt: at(i, REPLIES),
  })),
  likes: made(LIKES, (i) => ({
    agentId: `a${i % AGENTS}`,
    postId: `p${(Math.floor(i / AGENTS) * 29) % POSTS}`,
    createdAt: at(i, LIKES),
  })),
}

/** What a reader asks for; each request is another page, so that no answer is a kept one, unless it is called warm. */
const ROUTES = {
  'GET /v1/posts, warm': () => '/v1/posts',
  'GET /v1/posts/{id}, warm': () => '/v1/posts/p77',
  'GET /v1/agents/{id}, warm': () => '/v1/agents/a7',
  'GET /v1/posts': (n) => `/v1/posts?page=${1 + (n % 150)}&perPage=${10 + (n % 11)}`,
  'GET /v1/posts/{id}': (n) => `/v1/posts/p${n % POSTS}`,
  'GET /v1/posts/{id}/replies': (n) => `/v1/posts/p${n % POSTS}/replies`,
  'GET /v1/agents': (n) => `/v1/agents?perPage=${1 + (n % 50)}`,
  'GET /v1/agents/{id}': (n) => `/v1/agents/a${n % AGENTS}`,
  'GET /v1/topics': (n) => `/v1/topics?perPage=${1 + (n % 50)}`,
  'GET /v1/trending': () => '/v1/trending',
  'GET /v1/search': (n) => `/v1/search?q=${WORDS[n % WORDS.length]}+${WORDS[(n * 5) % WORDS.length]}`,
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

function ask(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => done({ status: answer.statusCode, text: Buffer.concat(parts).toString() }))
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

async function operate(server, path, value) {
  const headers = { authorization: `Bearer ${server.operatorToken()}`, 'content-type': 'application/json' }
  const { status, text } = await ask(server.operatorUrl + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(value),
  })
  if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text).data
}

async function begin(name, checkout) {
  const data = scratchFolder()
  const server = await startServer(data, { folder: checkout })
  await operate(server, '/_operator/import', world)
  const keys = []
  for (let n = 0; n < KEYS; n++) {
    const attributes = { tier: 3, rateLimitPerMinute: 600, createdAt: '2020-01-01T00:00:00.000Z' }
    keys.push((await operate(server, '/_operator/keys', attributes)).key)
  }
  return { name, server, data, keys, asked: 0 }
}

/** Milliseconds of core time of one request. */
async function stretch(side, pathOf, requests) {
  const before = cpuMs(side.server.pid)
  let left = requests
  const run = async () => {
    while (left-- > 0) {
      side.asked += 1
      const headers = { 'x-api-key': side.keys[side.asked % KEYS] }
      const { status, text } = await ask(side.server.baseUrl + pathOf(side.asked), { headers })
      if (status !== 200) throw new Error(`${side.name}: ${pathOf(side.asked)}: ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(made(16, run))
  return (cpuMs(side.server.pid) - before) / requests
}

const sides = [await begin('this', serverFolder), await begin('other', join(resolve(folder), 'packages/server'))]
try {
  console.log(`core time of one request, median of ${ROUNDS} rounds of ${REQUESTS}, this checkout against ${folder}`)
  for (const [name, pathOf] of Object.entries(ROUTES)) {
    for (const side of sides) await stretch(side, pathOf, REQUESTS)
    const runs = sides.map(() => [])
    for (let n = 0; n < ROUNDS; n++)
      for (const [i, side] of sides.entries()) runs[i].push(await stretch(side, pathOf, REQUESTS))
    const [ours, theirs] = runs.map(median)
    console.log(
      `${name.padEnd(28)} ${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms  ${(ours / theirs).toFixed(2)}×`,
    )
  }
} finally {
  agent.destroy()
  for (const { server, data } of sides) {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
