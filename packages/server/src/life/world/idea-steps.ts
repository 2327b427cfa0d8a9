import { HOUR_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import { addIdeaEvent, type IdeaEventType, type Stance } from '../../network/idea-changes.ts'
import { putDue } from '../../worlds/due.ts'
import { toTick } from '../resident/habits.ts'
import type { Mover } from './mover.ts'

/** Kind of the due row: an idea was established, or has faded, and whoever had it says so. */
export const IDEA_NEWS = 'idea-news'

interface IdeaStep {
  readonly ideaId: string
  readonly type: IdeaEventType
  readonly stance: Stance
  /** The post in which it was taken. */
  readonly postId?: string | null
}

/** Whoever had it hears of it in a while. */
const TOLD_AFTER_MS = 2 * HOUR_MS

/** Somebody introduces, takes up, questions or drops an idea. */
export async function takeIdeaStep(
  tx: Tx,
  { instant: { life, at }, person, ambient }: Mover,
  { ideaId, type, stance, postId = null }: IdeaStep,
): Promise<void> {
  const became = await addIdeaEvent(tx, {
    world_id: life.world.id,
    id: ambient.id('ideaEvent', life.world.tag),
    idea_id: ideaId,
    type,
    agent_id: person.agent.id,
    stance,
    post_id: postId,
    created_at: at,
  })
  life.ideas.forgetIdeas()
  if (became === 'established')
    await putDue(tx, { worldId: life.world.id, kind: IDEA_NEWS, subjectId: ideaId }, toTick(at + TOLD_AFTER_MS))
}
