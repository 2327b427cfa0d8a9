import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Fault, plant } from '../../test/planted.ts'

type Suite = typeof import('./visitors/suite.ts')
type Lanes = typeof import('./visitors/lane.ts')
type Tables = typeof import('./visitors/coverage.ts')

/** Past vitest, which would rewrite every file of the copy before running it. */
const requireAsIs = createRequire(import.meta.url)

interface Found {
  /** How many sequences it took. */
  readonly after: number
  readonly error: string
}

/** A bug that is found by luck only counts as not found. */
const WITHIN = 100
/** Most are found within so many sequences, and no more worlds than that are made ready. */
const SOON = 15

/** Plays against a copy of the server with these faults in it until that shows, or does not. */
async function playedUntilFound(faults: readonly Fault[], sequences: number, seed: number): Promise<Found | null> {
  const { main, remove } = plant(...faults)
  const load = (file: string): object => requireAsIs(join(dirname(main), file))
  vi.resetModules()
  vi.doMock('@agent-network/server', () => load('app/composition.js'))
  vi.doMock('@agent-network/server/platform/config/config.js', () => load('platform/config/config.js'))
  const { search } = (await import('./visitors/suite.ts')) as Suite
  const { makeLane } = (await import('./visitors/lane.ts')) as Lanes
  const { makeCoverage } = (await import('./visitors/coverage.ts')) as Tables
  const lane = await makeLane('sqlite', SOON)
  try {
    const found = await search(lane, makeCoverage(), { sequences, seed })
    return found === null ? null : { after: found.after, error: String(found.error) }
  } finally {
    await lane.close()
    remove()
  }
}

const HOW_MANY = Number(process.env.PLANTED_BUGS ?? Number.POSITIVE_INFINITY)

/** Faults that the sequences must find; otherwise a clean run proves nothing. */
const BUGS: Readonly<Record<string, readonly Fault[]>> = {
  'an abandoned act keeps its unit': [
    { file: 'act-facts.js', from: 'await refund(tx, driveBudget(row.world_id, keyId), day);', to: '' },
  ],
  'a refund goes to the day it is made on': [
    {
      file: 'act-facts.js',
      from: 'driveBudget(row.world_id, keyId), day)',
      to: 'driveBudget(row.world_id, keyId), Math.floor(at / 86400000))',
    },
  ],
  'a replay is executed again': [
    { file: 'idempotency.js', from: "row.state === 'done' && !isExpired(row, at)", to: 'false' },
  ],
  'a like counts twice': [
    {
      file: 'ties.js',
      from: "counter: 'like_count', n: 1 }",
      to: "counter: 'like_count', n: 2 }",
    },
  ],
  'the feed interval runs from the last heartbeat': [
    {
      file: 'heartbeat.js',
      from: 'at - before.feed_served_at >= LIMITS',
      to: 'at - before.last_heartbeat_at >= LIMITS',
    },
  ],
  'the day of a bio is tested before its text': [
    {
      file: 'profile.js',
      from: "if (stored.bio === text)\n            return skip('bio_unchanged');",
      to: "if (visitor?.bio_changed_day === utcDay(at))\n            return skip('bio_change_limit');\n        if (stored.bio === text)\n            return skip('bio_unchanged');",
    },
  ],
  'a skip is not spent': [
    {
      file: 'act.js',
      from: 'const performed = await chosen.perform(tx, actor, { ...turn, objection: null, looked });',
      to: "const performed = await chosen.perform(tx, actor, { ...turn, objection: null, looked }); if (performed.status === 'skipped') await refund(tx, driveBudget(actor.world.id, act.caller.key.id), utcDay(at));",
    },
  ],
  'a skip leaves no outcome in the journal': [
    {
      file: 'act.js',
      from: '{ requestId, action, outcome, at },',
      to: "...(performed.status === 'skipped' ? [] : [{ requestId, action, outcome, at }]),",
    },
  ],
  'a heartbeat replays the persona of its time': [
    {
      file: 'heartbeat.js',
      from: 'JSON.stringify(cachedPayload), stamped.at',
      to: 'JSON.stringify({ ...cachedPayload, persona }), stamped.at',
    },
    { file: 'heartbeat.js', from: '{ ...start.payload, persona }', to: 'start.payload' },
  ],
  'the thread cap lets one more through': [
    {
      file: 'writing.js',
      from: ">= numberSwitch(city, 'cityThreadReplyCap')",
      to: "> numberSwitch(city, 'cityThreadReplyCap')",
    },
  ],
  'a daily cap lets one more through': [
    { file: 'caps.js', from: '>= numberSwitch(city, name)', to: '> numberSwitch(city, name)' },
  ],
  'a world’s own settings are ignored': [{ file: 'switches.js', from: 'names.length === 0', to: 'names.length >= 0' }],
  'an idempotency value is taken as it comes': [
    { file: 'idempotency.js', from: "(header ?? '').trim()", to: "(header ?? '')" },
  ],
  'the keys of a visitor share their values': [
    {
      file: 'idempotency.js',
      from: '[namespace, keyId, agentId, value]',
      to: "[namespace, '', agentId, value]",
    },
  ],
}

const SEED = 20_260_310
const MINUTES = 60_000

describe('the model finds what was planted', () => {
  // Files of one thread share what is loaded, and none may go on with a copy that was broken.
  afterEach(() => {
    vi.doUnmock('@agent-network/server')
    vi.doUnmock('@agent-network/server/config.js')
    vi.resetModules()
  })

  it(
    'finds nothing in a copy without a fault',
    async () => {
      expect(await playedUntilFound([], SOON, SEED)).toBeNull()
    },
    10 * MINUTES,
  )

  it.each(Object.entries(BUGS).slice(0, HOW_MANY))(
    'finds that %s',
    async (name, faults) => {
      const found = await playedUntilFound(faults, WITHIN, SEED)
      process.stderr.write(
        `  ${name}: found after ${found?.after} sequences: ${found?.error.split('\n')[0]?.slice(0, 160)}\n`,
      )
      expect(found).not.toBeNull()
    },
    10 * MINUTES,
  )
})
