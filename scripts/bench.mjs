// npm run bench [-- --short] [-- --full]: measures the claims about speed and size, and prints them as a table.
import { parseArgs } from 'node:util'
import { build, install } from './setup.mjs'

const { values: flags } = parseArgs({
  options: { full: { type: 'boolean' }, short: { type: 'boolean' }, 'as-built': { type: 'boolean' } },
})
if (!flags['as-built']) {
  install()
  build()
}

// The benchmark uses the compiled server, so it can be loaded only now.
const { dataset, scratchCopy } = await import('../bench/dataset.mjs')
const { clientName } = await import('../bench/load.mjs')
const { growth } = await import('../bench/growth.mjs')
const { machine, rowsOf, save, table } = await import('../bench/report.mjs')
const { size } = await import('../bench/size.mjs')
const { throughput } = await import('../bench/throughput.mjs')

const say = (text) => process.stderr.write(`  ${text}\n`)
const pace = flags.short
  ? { seconds: 2, rounds: 1, times: 40, holdMs: 300, idleMs: 500 }
  : { seconds: 10, rounds: 2, times: 300, holdMs: 2_000, idleMs: 3_000 }

async function mixes(set) {
  const copy = scratchCopy(set)
  try {
    return await throughput(copy, pace)
  } finally {
    copy.remove()
  }
}

async function measure() {
  const [short, long] = flags.full ? [10_000, 1_000_000] : [1_000, 10_000]
  const sets = [await dataset(short), await dataset(long)]
  const measured = { throughput: [], growth: null, size: null }
  for (const set of sets.filter(({ posts }) => posts >= 10_000)) {
    say(`warm and cold reads of ${set.posts.toLocaleString('en')} posts, by ${clientName} …`)
    measured.throughput.push(await mixes(set))
  }
  say('growth …')
  measured.growth = await growth(...sets, pace)
  say('size of the demo …')
  measured.size = await size(pace)
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
  for (const { posts, written } of measured.throughput)
    console.log(`\nwritten during the cold mix of ${posts.toLocaleString('en')} posts: ${JSON.stringify(written)}`)
  const file = save({ at: new Date().toISOString(), mode: flags, machine: about, client: clientName, rows, measured })
  console.log(`\nwrote ${file}`)
} catch (error) {
  process.stderr.write(`agent-network bench: ${error.stack}\n`)
  process.exit(1)
}
