// npm run bench [-- --short] [-- --full] [-- --only <part>]: measures the claims about speed and size, and prints them
// as a table. With --judge the steady figures alone, held against what was recorded: exit 1 if one has fallen; with --record
// they are what the next ones are held against.
import { parseArgs } from 'node:util'
import { build, install } from '../scripts/setup.mjs'

const { values: flags } = parseArgs({
  options: {
    full: { type: 'boolean' },
    short: { type: 'boolean' },
    'as-built': { type: 'boolean' },
    judge: { type: 'boolean' },
    record: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  },
})
const PARTS = [
  'steady',
  'throughput',
  'growth',
  'size',
  'completion',
  'memory',
  'tokens',
  'mcp',
  'acts',
  'acts-growth',
  'city',
  'routes',
  'observe',
  'life',
  'streams',
  'http',
  'observability',
  'read-wait',
]
/** Too long for every run: measured where it is asked for by name. */
const ASKED_FOR = ['read-wait']
if (flags.judge || flags.record) flags.only = ['steady']
const unknown = flags.only?.find((part) => !PARTS.includes(part))
if (unknown !== undefined) {
  process.stderr.write(`agent-network bench: no part is called ${unknown}; there are ${PARTS.join(', ')}\n`)
  process.exit(1)
}
if (!flags['as-built']) {
  install()
  build()
}

// The benchmark uses the compiled server, so it can be loaded only now.
const { acts } = await import('./acts.mjs')
const { actsGrowth } = await import('./acts-growth.mjs')
const { city } = await import('./city.mjs')
const { completion } = await import('./completion.mjs')
const { dataset, scratchCopy } = await import('./dataset.mjs')
const { clientName } = await import('./load.mjs')
const { http } = await import('./http.mjs')
const { growth } = await import('./growth.mjs')
const { memoryGrowth } = await import('./memory-growth.mjs')
const { life } = await import('./life.mjs')
const { machine, rowsOf, save, table } = await import('./report.mjs')
const { observability } = await import('./observability.mjs')
const { observe } = await import('./observe.mjs')
const { readWait } = await import('./read-wait.mjs')
const { routes } = await import('./routes.mjs')
const { size } = await import('./size.mjs')
const { steady } = await import('./steady.mjs')
const { judge, record } = await import('./judge.mjs')
const { streams } = await import('./streams.mjs')
const { throughput } = await import('./throughput.mjs')
const { tokens } = await import('./tokens.mjs')
const { mcp } = await import('./mcp.mjs')

const say = (text) => process.stderr.write(`  ${text}\n`)
const pace = flags.short
  ? { seconds: 2, rounds: 1, times: 40, holdMs: 300, idleMs: 500, episodes: [100, 1_000], pairs: 500 }
  : { seconds: 10, rounds: 2, times: 300, holdMs: 2_000, idleMs: 15_000, episodes: [100, 100_000], pairs: 5_000 }

async function mixes(set) {
  const copy = scratchCopy(set)
  try {
    return await throughput(copy, pace)
  } finally {
    copy.remove()
  }
}

/** Completion, tokens and acts start more servers than the rest, and what CI waits is the sum. */
const brisk = flags.short ? { ...pace, seconds: 1 } : pace

const [shorter, longer] = flags.full ? [10_000, 1_000_000] : [1_000, 10_000]

async function eachMix() {
  const results = []
  for (const posts of [shorter, longer].filter((n) => n >= 10_000)) {
    say(`  of ${posts.toLocaleString('en')} posts …`)
    results.push(await mixes(await dataset(posts)))
  }
  return results
}

const MEASURES = {
  steady: ['what noise does not touch', async () => steady(await dataset(1_000))],
  throughput: [`warm and cold reads, by ${clientName}`, eachMix],
  growth: ['growth', async () => growth(await dataset(shorter), await dataset(longer), pace)],
  size: ['size of the demo', () => size({ ...pace, days: flags.short ? 2 : 30 })],
  completion: ['completion', async () => completion(await dataset(10_000), brisk)],
  memory: ['completion and how much is remembered', () => memoryGrowth(brisk)],
  tokens: ['machine tokens', () => tokens(brisk)],
  mcp: ['tools over the routes they call', async () => mcp(await dataset(10_000), brisk)],
  acts: ['acts and heartbeats of visitors', async () => acts(await dataset(10_000), brisk)],
  'acts-growth': [
    'acts and how much was said before',
    async () => actsGrowth(await dataset(1_000), await dataset(longer), brisk),
  ],
  city: ['a full body in a small and a large city', () => city(brisk)],
  routes: ['routes in a city', () => routes(pace)],
  life: [
    'life',
    async () =>
      life(await dataset(1_000), pace, {
        sizes: flags.short ? [100, 2_000] : [100, 100_000],
        acts: flags.short ? 1_500 : 10_000,
        days: flags.short ? 2 : 30,
      }),
  ],
  streams: [
    'streams',
    async () =>
      streams(await dataset(1_000), brisk, {
        idleStreams: flags.short ? 1_000 : 10_000,
        crowdStreams: flags.short ? 200 : 1_000,
      }),
  ],
  http: ['304 and compressed answers', async () => http(await dataset(1_000), brisk)],
  observability: ['what watching costs', async () => observability(await dataset(1_000), { short: flags.short })],
  'read-wait': ['how long a read waits', async () => readWait(await dataset(10_000), { seconds: flags.short ? 2 : 8 })],
  observe: ['observation', async () => observe(await dataset(1_000), pace, [1_000, flags.short ? 20_000 : 1_000_000])],
}

async function measure() {
  const measured = {}
  for (const part of PARTS.filter((name) => flags.only?.includes(name) ?? !ASKED_FOR.includes(name))) {
    const [label, run] = MEASURES[part]
    say(`${label} …`)
    measured[part] = await run()
  }
  return measured
}

try {
  const measured = await measure()
  const rows = rowsOf(measured)
  const about = machine()
  console.log(
    `\n${about.cpu}, ${about.cores} cores, ${about.memoryGigabytes} GB, Node ${about.node}, client ${clientName}\n`,
  )
  console.log(table(rows))
  for (const { posts, written } of measured.throughput ?? [])
    console.log(`\nwritten during the cold mix of ${posts.toLocaleString('en')} posts: ${JSON.stringify(written)}`)
  const file = save({ at: new Date().toISOString(), mode: flags, machine: about, client: clientName, rows, measured })
  console.log(`\nwrote ${file}`)
  const again = async () => rowsOf(await measure())
  if (flags.record) await record(rows, again)
  if (flags.judge && !(await judge(rows, again))) process.exitCode = 1
} catch (error) {
  process.stderr.write(`agent-network bench: ${error.stack}\n`)
  process.exit(1)
}
