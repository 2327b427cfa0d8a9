// node bench/act-cost.mjs [days]: what an act of a resident costs, item by item. Lives days of the demo's prime world in this
// process under the profiler and gives every sample to the innermost frame that belongs to an item; the sum is scaled to the
// core time that the kernel counted.
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/setup.mjs'
import { serverPackage } from './server-code.mjs'
import { ambientAt, liveHistory, makeSeals, openStore, readConfig, seedWorlds, systemAmbient } from './server-parts.mjs'

const pino = serverPackage('pino')
const days = Number(process.argv[2] ?? 10)
const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')

/** First match wins, from the innermost frame outwards. */
const ITEMS = [
  ['commit', /^db\/sqlite exec$/],
  ['write: statements', /^db\/sqlite change$/],
  ['recall: statements that read', /^db\/sqlite (all|first|raw|runText)$/],
  ['chess', /^chess\/|^life\/turn\/(chess|match)/],
  ['word', /^voice\/|^life\/words\/|^models\//],
  ['recall: minds, ties, feelings, facts', /^minds\/|^life\/resident\/|^knowledge\//],
  ['night', /^life\/night\//],
  ['decide: look, choose', /^life\/(turn|world|clockwork)\//],
  ['write: acts and their consequences', /^(actions|content|chronicle|network|access|worlds|town|settings)\//],
  ['ways and places', /^city\//],
  ['statements, beside the engine', /^db\/(?!sqlite run$)/],
  ['garbage collection', /\(garbage collector\)/],
]

const labelOf = ({ functionName, url }) => {
  const [, folder, file] = /packages\/(server|voice|chess)\/dist\/(.*)\.js$/.exec(url) ?? []
  return `${folder === 'voice' || folder === 'chess' ? `${folder}/` : ''}${file ?? url} ${functionName}`.trim()
}

function itemOf(node, parents, labels) {
  for (let at = node; at !== undefined; at = parents.get(at)) {
    const found = ITEMS.find(([, fits]) => fits.test(labels.get(at)))
    if (found !== undefined) return found[0]
  }
  return 'the platform beside'
}

function itemsOf({ nodes, samples, timeDeltas }) {
  const labels = new Map(nodes.map(({ id, callFrame }) => [id, labelOf(callFrame)]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const sums = new Map()
  samples.forEach((node, n) => {
    if (/\(idle\)/.test(labels.get(node))) return
    const item = itemOf(node, parents, labels)
    sums.set(item, (sums.get(item) ?? 0) + timeDeltas[n])
  })
  return sums
}

const data = mkdtempSync(join(tmpdir(), 'agent-network-act-cost-'))
const config = readConfig([`--data=${data}`, `--history-days=${days}`], {})
const ambient = ambientAt(systemAmbient(), () => PRESENT)
const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
try {
  await seedWorlds(
    { database: store.database, ambient, seals: makeSeals(['act-cost-act-cost-act-cost-act-cost']), config },
    { manifest: join(root, 'seeds/demo/seed.json'), at: PRESENT, demoKeyFile: join(data, 'demo-key') },
    () => {},
  )
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  const before = process.cpuUsage()
  const [{ acts }] = await liveHistory(store.database, ambient, { days, until: PRESENT, worldIds: ['prime'] }, () => {})
  const used = process.cpuUsage(before)
  const { profile } = await session.post('Profiler.stop')
  const sums = itemsOf(profile)
  const all = [...sums.values()].reduce((sum, n) => sum + n, 0)
  const perAct = (used.user + used.system) / acts
  console.log(`${days} days, ${acts} acts: ${perAct.toFixed(0)} µs of core time an act, profiler included`)
  for (const [item, time] of [...sums].sort(([, a], [, b]) => b - a))
    console.log(`${((time / all) * perAct).toFixed(0).padStart(6)} µs  ${((time / all) * 100).toFixed(1)} %  ${item}`)
} finally {
  await store.close()
  rmSync(data, { recursive: true, force: true })
}
