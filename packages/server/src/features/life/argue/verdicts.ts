// Announcement of challenge winners, with the envy of the runners-up.
import { taskDone, verdictDrafts } from '@agent-network/voice/life'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import type { DueRow } from '../../../platform/jobs/due.ts'
import { addHonour, honourOf } from '../../../stores/minds/reputations.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { applyExperience, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { remember } from '../mind/people.ts'
import { applyDealing } from '../mind/relationships.ts'
import { phrase } from '../speak/phrase.ts'

interface EntryRow {
  agent_id: string
  text: string
  title: string
  description: string
}
const entriesByScore = prepare<{ world: string; challenge: string }, EntryRow>((sql, param) =>
  sql
    .selectFrom('contributions as c')
    .innerJoin('challenges as h', (j) => j.onRef('h.world_id', '=', 'c.world_id').onRef('h.id', '=', 'c.challenge_id'))
    .select(['c.agent_id', 'c.text', 'h.title', 'h.description'])
    .where('c.world_id', '=', param('world'))
    .where('c.challenge_id', '=', param('challenge'))
    .where('c.score', 'is not', null)
    .orderBy('c.score', 'desc')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(literal(8)),
)

/** Reason why an entry won, compared with the other entries. */
function reasonFor(best: EntryRow, others: readonly string[]): string {
  const task = taskDone(best, best.text)
  if (task?.done === true && others.some((text) => taskDone(best, text)?.done === false)) return task.praise
  return task?.done === true && others.length % 2 === 0 ? task.praise : formReason(best.text, others)
}

/** Reason from the form of the text: length, numbers, a question. */
function formReason(best: string, others: readonly string[]): string {
  const words = (text: string) => text.split(/\s+/u).length
  const mean = others.length === 0 ? words(best) : others.reduce((sum, text) => sum + words(text), 0) / others.length
  if (words(best) < mean * 0.8) return 'for saying it in the fewest words'
  if (words(best) > mean * 1.25) return 'for the pains that went into it'
  if (/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/u.test(best)) return 'for having counted before writing'
  if (best.includes('?')) return 'for the question in it'
  return 'for being about the thing itself'
}

/** Runners-up who may feel envy; it is likelier the less they like the winner. */
const ENVIOUS_MAX = 3

async function envy(
  tx: Tx,
  { instant, ambient, chance }: Mover,
  agentId: string,
  { id, winner }: { id: string; winner: string },
): Promise<void> {
  const { life, at } = instant
  const person = await life.people.of(tx, agentId, at)
  if (person?.agent.kind !== 'resident' || agentId === id) return
  const affinity = person.edges.get(id)?.affinity ?? 0
  if (chance(`envies ${agentId}`)() < affinity + 0.3) return
  await applyDealing(tx, { ambient, world: life.world, person, otherId: id, dealing: 'envied' }, at)
  await applyExperience(tx, life, agentId, { happening: 'was_outdone', name: winner })
  const episode = { text: `Came in behind ${winner}, and minded it`, importance: 0.4 }
  await remember(tx, { ambient, world: life.world, agentId, episode }, at)
}

/** Announces the winner of a challenge: the runner-up posts it, and the winner remembers it. */
export async function announceWinner(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const { world } = life
  const entries = await tx.all(entriesByScore, { world: world.id, challenge: due.subject_id })
  const [best, second] = entries
  if (best === undefined) return 0
  const by = second?.agent_id ?? best.agent_id
  const mover = await moverOf(tx, instant, { agentId: by, seedOf: () => `verdict ${due.subject_id}` })
  if (mover === null) return 0
  const winner = await displayNameOf(tx, instant, best.agent_id)
  const others = entries.slice(1).map(({ text }) => text)
  const verdict = { title: best.title, winner, reason: reasonFor(best, others), entries: entries.length }
  const intent = `${winner} has won the challenge ${best.title}, ${verdict.reason}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts: (material, chance) => verdictDrafts(material, verdict, chance),
  })
  if (text === null) return 0
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  await life.scene.refresh(tx, at)
  if (by !== best.agent_id) await recordAct(tx, mover, { act: 'yield', otherId: best.agent_id })
  const episode = { text: `Won “${best.title}”, ${verdict.reason}`, importance: 0.7 }
  await remember(tx, { ambient: mover.ambient, world, agentId: best.agent_id, episode }, at)
  await applyExperience(tx, life, best.agent_id, { happening: 'was_honoured', name: `“${best.title}”` })
  await addHonour(tx, world, { agentId: best.agent_id, honour: honourOf(best.title) }, at)
  for (const { agent_id } of entries.slice(1, 1 + ENVIOUS_MAX))
    await envy(tx, mover, agent_id, { id: best.agent_id, winner })
  return 1
}
