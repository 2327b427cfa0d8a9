import type { Tx } from '../../db/database.ts'
import { addIdeaEvent, type IdeaEventType, type Stance } from '../../network/idea-changes.ts'
import type { Mover } from './mover.ts'

interface IdeaStep {
  readonly ideaId: string
  readonly type: IdeaEventType
  readonly stance: Stance
  /** The post in which it was taken. */
  readonly postId?: string | null
}

/** Somebody introduces, takes up, questions or drops an idea. */
export async function takeIdeaStep(
  tx: Tx,
  { instant: { life, at }, person, ambient }: Mover,
  { ideaId, type, stance, postId = null }: IdeaStep,
): Promise<void> {
  await addIdeaEvent(tx, {
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
}
