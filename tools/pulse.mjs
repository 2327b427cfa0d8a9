// node tools/pulse.mjs [days, 7]: what can be watched in a simulated demo: residents out at each hour, ten-minute windows with
// an event, time with a game in play, and the length of games.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverPackage } from '../bench/lib/paths.mjs'
import {
  ambientAt,
  makeSeals,
  openStore,
  readConfig,
  seedWorlds,
  simulateHistory,
  systemAmbient,
} from '../bench/lib/server-code.mjs'
import { root } from '../scripts/setup.mjs'

const pino = serverPackage('pino')
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')
const days = Number(process.argv[2] ?? 7)
const SAMPLE_MS = 10 * MINUTE_MS

async function readEvents() {
  const data = mkdtempSync(join(tmpdir(), 'pulse-'))
  const config = readConfig([`--data=${data}`], {})
  const ambient = ambientAt(systemAmbient(), () => PRESENT)
  const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
  const { sql } = store.database.read
  const out = []
  try {
    const job = {
      manifest: join(root, 'packages/demo-city/seed/seed.json'),
      at: PRESENT,
      demoKeyFile: join(data, 'demo-key'),
    }
    await seedWorlds(
      { database: store.database, ambient, seals: makeSeals(['pulse-pulse-pulse-pulse-pulse-pulse']), config },
      job,
      () => {},
    )
    const before = process.cpuUsage()
    for (let hour = days * 24; hour > 0; hour--) {
      const until = PRESENT - (hour - 1) * HOUR_MS
      await simulateHistory(store.database, ambient, { days: 1 / 24, until, worldIds: ['prime'] }, () => {})
      const bodies = await sql
        .selectFrom('bodies')
        .select(['depart_at', 'leaves_at'])
        .where('world_id', '=', 'prime')
        .where('resident', '=', 1)
        .execute()
      out.push({
        hour: Math.floor((until % DAY_MS) / HOUR_MS),
        count: bodies.filter((b) => b.leaves_at > until).length,
      })
    }
    const { user, system } = process.cpuUsage(before)
    const seconds = (user + system) / 1e6
    const of = (table, columns) => sql.selectFrom(table).select(columns).where('world_id', '=', 'prime').execute()
    return {
      seconds,
      out: out.slice(24),
      walks: await of('journeys', ['agent_id', 'depart_at', 'arrive_at', 'dwell_until']),
      games: await of('games', [
        'created_at',
        'updated_at',
        'ply',
        'status',
        'result',
        'end_reason',
        'white_agent_id',
        'black_agent_id',
      ]),
      posts: await of('posts', ['created_at']),
      turns: await of('encounter_turns', ['created_at', 'agent_id']),
    }
  } finally {
    await store.close()
    rmSync(data, { recursive: true, force: true })
  }
}

const { seconds, out, walks, games, posts, turns } = await readEvents()
const from = PRESENT - (days - 1) * DAY_MS
const windows = Math.floor((PRESENT - from) / SAMPLE_MS)
const eventful = new Set()
const mark = (at) => at >= from && at < PRESENT && eventful.add(Math.floor((at - from) / SAMPLE_MS))
for (const { depart_at } of walks) mark(depart_at)
for (const { created_at } of [...posts, ...turns]) mark(created_at)
const finished = games.filter(({ created_at }) => created_at >= from)
for (const { created_at, updated_at } of finished) for (let at = created_at; at <= updated_at; at += SAMPLE_MS) mark(at)
const byHour = Array.from({ length: 24 }, (_, n) => out.filter(({ hour }) => hour === n).map(({ count }) => count))
let playing = 0
for (let n = 0; n < windows; n++) {
  const at = from + n * SAMPLE_MS + 5 * MINUTE_MS
  if (games.some((g) => g.created_at <= at && at < g.updated_at)) playing += 1
}
const mean = (list) => list.reduce((sum, n) => sum + n, 0) / list.length
console.log(
  `${days} days in ${seconds.toFixed(1)} s of a core; ${walks.length} walks, ${posts.length} posts, ${turns.length} turns, ${games.length} games, ${games.reduce((s, g) => s + g.ply, 0)} plies`,
)
console.log(
  'out by hour (mean/min):',
  byHour.map((list, hour) => `${hour}: ${mean(list).toFixed(1)}/${Math.min(...list)}`).join('  '),
)
console.log(`quietest hour: ${Math.min(...byHour.map(mean)).toFixed(1)} (mean), ${Math.min(...byHour.flat())} (least)`)
console.log(
  `windows with an event: ${((eventful.size / windows) * 100).toFixed(1)} %; game in play: ${((playing / windows) * 100).toFixed(1)} %`,
)
const minutes = finished
  .filter(({ status }) => status === 'finished')
  .map((g) => (g.updated_at - g.created_at) / MINUTE_MS)
  .sort((a, b) => a - b)
console.log(
  'minutes of games:',
  minutes.length,
  'least',
  minutes[0],
  'median',
  minutes[minutes.length >> 1],
  'most',
  minutes.at(-1),
  'plies',
  mean(finished.map((g) => g.ply)).toFixed(0),
)
