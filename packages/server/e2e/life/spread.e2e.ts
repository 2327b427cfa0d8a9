import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulateHistory } from '@agent-network/server/features/life/engine/history.js'
import { tellInWorld } from '@agent-network/server/features/life/town/interventions.js'
import { seedWorlds, simulatePendingHistory } from '@agent-network/server/features/world-files/past.js'
import { readConfig } from '@agent-network/server/platform/config/config.js'
import { ambientAt, systemAmbient } from '@agent-network/server/platform/core/ambient.js'
import { makeSeals } from '@agent-network/server/platform/core/seals.js'
import { openStore } from '@agent-network/server/platform/db/open-store.js'
import { readWorlds } from '@agent-network/server/platform/worlds/worlds.js'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { countingIds } from '../../test/golden/lived.ts'
import { TEST_SECRET } from '../../test/harness.ts'
import { tempFolder } from '../../test/processes.ts'

const PRESENT = Date.parse('2026-05-12T00:00:00.000Z')
const DAY = 86_400_000
const DAYS = 3
const MANIFEST = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))
/** Facts of each kind. Above ten the same texts are about other residents. */
const FACTS = Number(process.env.SPREAD_FACTS ?? 10)

const INTERESTING = [
  'has been offered the post of harbour master and will give an answer on Friday.',
  'found an old will behind a loose brick and has shown it to nobody.',
  'lost the savings of a whole winter at cards.',
  'is going to leave the trade after this summer.',
  'has been asked to sing at the great feast.',
  'was seen arguing with the tax collector until midnight.',
  'won the boat of a stranger in a bet.',
  'has hidden a letter from the old mayor.',
  'plans to open a second shop by the canal.',
  'was nearly hurt when the scaffold at the arcade collapsed.',
]
const DULL = [
  'swept the stair on Tuesday, as usual.',
  'moved a chair a little nearer to the window.',
  'prefers the brown cup to the grey one.',
  'folded the newspaper twice before putting it away.',
  'had porridge for breakfast once more.',
  'counted the spoons and found the usual number.',
  'sharpened a pencil on an average morning.',
  'bought a plain button for an ordinary coat.',
  'wiped the same shelf as always.',
  'took a short nap after lunch.',
]
const SECRETS = [
  'is in love and has told one person.',
  'owes forty coins to a lender upriver.',
  'wrote the anonymous complaint to the council.',
  'has a sister in prison.',
  'means to run away before the autumn.',
  'broke the great lamp and let another be blamed.',
  'cannot read, and hides it.',
  'was born under another name.',
  'is ill and does not want it known.',
  'cheated in the last match of the winter.',
]

it('spreads interesting news to a third or more of the residents in three days, dull news and secrets to few', async () => {
  const data = tempFolder()
  const config = readConfig([`--data=${data}`, '--history-days=2'], {})
  const ambient = countingIds(ambientAt(systemAmbient(), () => PRESENT))
  const store = await openStore(config, ambient, pino({ level: 'silent' }), { migrate: true })
  try {
    const { database } = store
    const job = { manifest: MANIFEST, at: PRESENT, demoKeyFile: join(data, 'demo-key'), primeOnly: true }
    await seedWorlds({ database, ambient, seals: makeSeals([TEST_SECRET]), config }, job, () => {})
    await simulatePendingHistory({ database, ambient }, () => {})
    const world = (await readWorlds(database.read)).byId.get('prime')!
    const residents = await database.read.sql
      .selectFrom('agents')
      .select(['id', 'display_name'])
      .where('world_id', '=', world.id)
      .where('kind', '=', 'resident')
      .orderBy('id')
      .execute()
    let planted = 0
    const plant = async (texts: readonly string[], isSecret: boolean): Promise<string[]> => {
      const ids: string[] = []
      for (let n = 0; n < FACTS; n++) {
        const text = texts[n % texts.length]!
        planted += 1
        const knower = residents[(planted * 5) % residents.length]!
        const subject = residents[(planted * 5 + 7) % residents.length]!
        const plan = {
          agentId: knower.id,
          about: subject.id,
          text: `${subject.display_name} ${text}`,
          ...(isSecret ? { secret: true } : {}),
        }
        ids.push(await database.transact((tx) => tellInWorld(tx, { ambient, world, actor: 'test' }, plan, PRESENT)))
      }
      return ids
    }
    const facts = {
      interesting: await plant(INTERESTING, false),
      dull: await plant(DULL, false),
      secret: await plant(SECRETS, true),
    }
    await simulateHistory(database, ambient, { days: DAYS, until: PRESENT + DAYS * DAY }, () => {})
    const shareOf = async (factId: string): Promise<number> => {
      const knowers = await database.read.sql
        .selectFrom('knowledge')
        .select(['agent_id', 'heard_from'])
        .where('world_id', '=', world.id)
        .where('fact_id', '=', factId)
        .execute()
      const ids = new Set(knowers.map(({ agent_id }) => agent_id))
      for (const { heard_from } of knowers) expect(heard_from === '' || ids.has(heard_from)).toBe(true)
      return knowers.length / residents.length
    }
    const meanOf = async (ids: readonly string[]): Promise<number> => {
      const shares: number[] = []
      for (const id of ids) shares.push(await shareOf(id))
      return shares.reduce((sum, one) => sum + one, 0) / shares.length
    }
    const means = {
      interesting: await meanOf(facts.interesting),
      dull: await meanOf(facts.dull),
      secret: await meanOf(facts.secret),
    }
    process.stdout.write(`${FACTS} facts of each kind: ${JSON.stringify(means)}\n`)
    expect(means.interesting).toBeGreaterThanOrEqual(0.3)
    expect(means.interesting).toBeLessThanOrEqual(0.6)
    expect(means.dull).toBeLessThan(0.15)
    expect(means.secret).toBeLessThan(0.1)
  } finally {
    await store.close()
    rmSync(data, { recursive: true, force: true })
  }
}, 600_000)
