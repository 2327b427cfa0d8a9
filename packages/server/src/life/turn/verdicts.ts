import { verdictDrafts } from '@agent-network/voice/life'
import { ACTIONS } from '../../actions/index.ts'
import { lit, prepare, type Tx } from '../../db/database.ts'
import type { DueRow } from '../../worlds/due.ts'
import { remember } from '../resident/remembering.ts'
import { phrase } from '../words/phrase.ts'
import { leaveTrace } from '../world/consequences.ts'
import { actorOf, calledOf, moverOf, turnOf } from '../world/mover.ts'
import type { Instant } from '../world/world-life.ts'

interface Placed {
  agent_id: string
  text: string
  title: string
  description: string
}
const placed = prepare<{ world: string; challenge: string }, Placed>((sql, param) =>
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
    .limit(lit(8)),
)

/** Why an entry came first, from what can be seen of it beside the others. */
function reasonFor(best: string, others: readonly string[]): string {
  const words = (text: string) => text.split(/\s+/u).length
  const mean = others.length === 0 ? words(best) : others.reduce((sum, text) => sum + words(text), 0) / others.length
  if (words(best) < mean * 0.8) return 'for saying it in the fewest words'
  if (words(best) > mean * 1.25) return 'for the pains that went into it'
  if (/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/u.test(best)) return 'for having counted before writing'
  if (best.includes('?')) return 'for the question in it'
  return 'for being about the thing itself'
}

/** A challenge was judged: whoever came second tells everybody, and the winner remembers it. */
export async function announce(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const { world } = life
  const entries = await tx.all(placed, { world: world.id, challenge: due.subject_id })
  const [best, second] = entries
  if (best === undefined) return 0
  const by = second?.agent_id ?? best.agent_id
  const mover = await moverOf(tx, instant, { agentId: by, seedOf: () => `verdict ${due.subject_id}` })
  if (mover === null) return 0
  const winner = await calledOf(tx, instant, best.agent_id)
  const others = entries.slice(1).map(({ text }) => text)
  const told = { title: best.title, winner, reason: reasonFor(best.text, others), entries: entries.length }
  const intent = `${winner} has won the challenge ${best.title}, ${told.reason}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts: (material, chance) => verdictDrafts(material, told, chance),
  })
  if (text === null) return 0
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, turnOf(mover))
  if (done.status !== 'created') return 0
  await life.scene.refresh(tx, at)
  if (by !== best.agent_id) await leaveTrace(tx, mover, { act: 'yield', otherId: best.agent_id })
  const episode = { text: `Won “${best.title}”, ${told.reason}`, importance: 0.7 }
  await remember(tx, { ambient: mover.ambient, world, agentId: best.agent_id, episode }, at)
  return 1
}
