import type { ApiKey } from '../access/keys.ts'
import type { Ambient } from '../core/ambient.ts'
import { DAY_MS } from '../core/day.ts'
import { lit, prepare, type Tx } from '../db/database.ts'
import type { Trace } from '../db/membership.ts'
import { gistOf } from '../minds/gist.ts'
import type { World } from '../worlds/worlds.ts'

const TALK_IMPORTANCE = 0.3
/** Talks that stay with their callers fade after this long. */
const KEPT_DAYS = 30

export interface Talk {
  readonly world: World
  readonly agentId: string
  readonly key: ApiKey
  readonly said: string
  /** Words the agent's gists may use. */
  readonly words: ReadonlySet<string>
  readonly at: number
}

type TalkRow = { world: string; id: string; agent: string; text: string; surface: string; key: string; at: number }

const insertTalk = prepare<TalkRow, unknown>((sql, param) =>
  sql.insertInto('episodes').values({
    world_id: param('world'),
    id: param('id'),
    agent_id: param('agent'),
    text: param('text'),
    importance: TALK_IMPORTANCE,
    private: 0,
    gist: param('text'),
    surface: param('surface'),
    key_id: param('key'),
    created_at: param('at'),
  }),
)

/** A talk as it is stored and recalled. */
export interface Remembered {
  readonly world: World
  readonly agentId: string
  readonly keyId: string
  readonly surface: 'world' | 'completion'
  readonly cues: readonly string[]
  readonly trace: Trace
}

/**
 * 4.8 rule 7: a clean talk leaves an episode behind. What was said is not in it, only what it was about, in public
 * words; and unless the operator let this key contribute, nothing but later completions can see it.
 */
export function rememberedOf(ambient: Ambient, { world, agentId, key, said, words, at }: Talk): Remembered {
  const { gist, cues } = gistOf(said, TALK_IMPORTANCE, words)
  return {
    world,
    agentId,
    keyId: key.id,
    surface: key.contributesToContinuity ? 'world' : 'completion',
    cues,
    trace: {
      id: ambient.id('episode', world.tag),
      gist: `talked with a caller: ${gist}`,
      importance: TALK_IMPORTANCE,
      createdAt: at,
    },
  }
}

export async function storeTalk(tx: Tx, { world, agentId, keyId, surface, cues, trace }: Remembered): Promise<void> {
  const { id, gist, createdAt: at } = trace
  await tx.run(insertTalk, { world: world.id, id, agent: agentId, text: gist!, surface, key: keyId, at })
  if (surface === 'world' && cues.length > 0)
    await tx.sql
      .insertInto('episode_cues')
      .values(cues.map((cue) => ({ world_id: world.id, agent_id: agentId, cue, created_at: at, episode_id: id })))
      .onConflict((c) => c.doNothing())
      .execute()
}

/** Removes faded talks, oldest first. */
export async function sweepTalks(tx: Tx, at: number, limit: number): Promise<number> {
  const faded = await tx.sql
    .selectFrom('episodes')
    .select(['world_id', 'id'])
    .where('surface', '=', lit('completion'))
    .where('created_at', '<=', at - KEPT_DAYS * DAY_MS)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { world_id, id } of faded)
    await tx.sql.deleteFrom('episodes').where('world_id', '=', world_id).where('id', '=', id).execute()
  return faded.length
}
