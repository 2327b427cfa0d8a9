import { describe, expect, it } from 'vitest'
import { ENGINES, type EngineName, HAS_CLUSTER } from '../../test/harness.ts'
import { type Fault, plant } from '../../test/planted.ts'
import { deliveryCampaign } from './deliveries.ts'

/** `STREAM_ACTS=5000 npm run campaign -- streams` for as many as one likes. */
const ACTS = Number(process.env.STREAM_ACTS ?? 60)
const SEED = Number(process.env.STREAM_SEED ?? 1)
const say = (line: string) => process.stderr.write(`  ${line}\n`)

const BLIND: readonly Fault[] = [
  { file: 'outlet.js', from: 'for (const topic of topics)', to: 'for (const topic of [])' },
  { file: 'streams.js', from: 'row.inbox > stream.position', to: 'false' },
]

const FAULTS: readonly [string, EngineName, readonly Fault[]][] = [
  ['hints that are lost and never made up for', 'sqlite', BLIND],
  [
    'a cursor that moves on past what it has not sent',
    'sqlite',
    [
      {
        file: 'owners.js',
        from: 'position = isAll ? page.last : page.places[slice.length - 1];',
        to: 'position = (isAll ? page.last : page.places[slice.length - 1]) + (page.places.length > 1 ? 1 : 0);',
      },
    ],
  ],
  [
    'positions that are taken outside the transaction',
    'postgres',
    [
      {
        file: 'inbox.js',
        from: 'const last = await takeInboxPositions(tx, worldId, agentId, items.length);',
        to: 'const own = worldId + agentId; const taken = (globalThis.taken ??= new Map()); const start = taken.get(own) ?? 0; if ((await takeInboxPositions(tx, worldId, agentId, items.length)) === null) return null; const last = start + items.length; taken.set(own, last);',
      },
    ],
  ],
  [
    'words that are not looked at again',
    'sqlite',
    [{ file: 'inbox-words.js', from: "row?.visibility === 'public' ? row : null", to: 'row ?? null' }],
  ],
]

describe('what is addressed to a visitor', () => {
  for (const [name, engine, faults] of FAULTS)
    it.runIf(engine === 'sqlite' || HAS_CLUSTER)(`the chaos test finds ${name}`, async () => {
      const planted = plant(...faults)
      try {
        const found = deliveryCampaign({ engine, acts: 120, seed: SEED, main: planted.main })
        await expect(found).rejects.toThrow(/faults\n|inbox:|import/)
      } finally {
        planted.remove()
      }
    })

  for (const engine of ENGINES)
    it(
      `is delivered, in order and none missing, on ${engine}`,
      async () => {
        const report = await deliveryCampaign({ engine, acts: ACTS, seed: SEED })
        say(`${engine}: ${JSON.stringify(report)}`)
        expect(report.delivered).toBeGreaterThan(0)
      },
      120_000 + ACTS * 1_000,
    )
})
