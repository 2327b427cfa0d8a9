import { type ArgueMaterial, argueDrafts, issueIn, LONGEST, SUBJECTS } from '@agent-network/voice/life'
import type { Performed } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/index.ts'
import { MINUTE_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import { putDue } from '../../worlds/due.ts'
import { worded } from '../words/phrase.ts'
import { putPlan, talkUnder } from '../words/plans.ts'
import { leaveTrace } from '../world/consequences.ts'
import { actorOf, calledOf, type Mover, turnOf } from '../world/mover.ts'
import { RETORT, sideOn } from './arguments.ts'
import { TALK_CAP } from './rejoinders.ts'

interface Target {
  readonly id: string
  readonly agentId: string
  readonly text: string
}

/** A post that claims nothing brings somebody to a claim of their own; null when it is about nothing that people differ on. */
export async function takeUp(tx: Tx, mover: Mover, target: Target): Promise<Performed | null> {
  const issue = issueIn(target.text)
  if (issue === null) return null
  const { life, at } = mover.instant
  if ((await talkUnder(tx, life.world.id, target.id)).length >= TALK_CAP) return null
  const name = await calledOf(tx, mover.instant, target.agentId)
  const side = await sideOn(tx, mover, issue)
  const argument: ArgueMaterial['argument'] = {
    issue,
    side,
    move: 'assert',
    to: name,
    their: null,
    again: false,
    won: false,
    used: [target.text],
    takesUp: true,
  }
  const made = await worded(tx, mover, 'reply', {
    cue: target.text,
    material: { to: { name, text: target.text }, earlier: [], intent: `assert about ${SUBJECTS[issue] ?? issue}` },
    drafts: (material, chance) => argueDrafts({ ...material, argument, longest: LONGEST.reply }, chance),
  })
  if (made === null) return null
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId: target.id, text: made.text }, turnOf(mover))
  if (done.status !== 'created') return done
  const id = done.docId!
  await putPlan(tx, {
    world_id: life.world.id,
    id,
    root_id: target.id,
    agent_id: mover.person.agent.id,
    issue,
    move: 'assert',
    side,
    reason: made.reason ?? '',
    addressee_id: target.agentId,
    answers_id: '',
    created_at: at,
  })
  await leaveTrace(tx, mover, { act: 'answer', otherId: target.agentId })
  const wait = 3 + Math.floor(mover.chance('wait')() * 45)
  await putDue(tx, { worldId: life.world.id, kind: RETORT, subjectId: id }, at + wait * MINUTE_MS)
  return done
}
