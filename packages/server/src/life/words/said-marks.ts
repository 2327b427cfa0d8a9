import { LIKENESS, likenessOf, marksOf } from '@agent-network/voice/life'
import { prepare, type Read } from '../../db/database.ts'
import type { WorldLife } from '../world/world-life.ts'

/** The two marks of a whole text, then those of what it is like. */
const slots = Array.from({ length: 2 + LIKENESS }, (_, i) => `m${i}`)

const known = prepare<Record<string, string | number>, { mark: number }>((sql, param) => {
  const marked = (slot: string) =>
    sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).where('mark', '=', param(slot))
  const [first, ...others] = slots
  return others.reduce((query, slot) => query.unionAll(marked(slot)), marked(first!))
})

/** Whether a world has heard something: not at all, something nearly the same, or just this, whoever it was about. */
export type Likeness = 'never' | 'nearly' | 'same'

async function foundIn(
  read: Read,
  worldId: string,
  whole: readonly number[],
  like: readonly number[],
): Promise<number[]> {
  const all = [...whole, ...like]
  const params: Record<string, string | number> = { world: worldId }
  for (const [i, slot] of slots.entries()) params[slot] = all[i] ?? whole[0]!
  return (await read.all(known, params)).map(({ mark }) => mark)
}

export async function heardOf(read: Read, { world, heard }: WorldLife, text: string): Promise<Likeness> {
  const whole = marksOf(text)
  const like = likenessOf(text)
  const found = new Set(await foundIn(read, world.id, whole, like))
  for (const mark of [...whole, ...like]) if (heard.hasMark(mark)) found.add(mark)
  if (found.size === 0) return 'never'
  return whole.some((mark) => found.has(mark)) || like.every((mark) => found.has(mark)) ? 'same' : 'nearly'
}

/** Whether nothing like it was ever said; drafts of which that is known already do not reach the store. */
export async function isUnheard(read: Read, { world, heard }: WorldLife, text: string): Promise<boolean> {
  if (heard.hasText(text)) return false
  const whole = marksOf(text)
  const like = likenessOf(text)
  const isKnown = whole.some(heard.hasMark) || like.some(heard.hasMark)
  const found = isKnown || heard.isWhole() ? [] : await foundIn(read, world.id, whole, like)
  heard.addMarks(found)
  const isNew = !isKnown && found.length === 0
  if (!isNew) heard.addText(text)
  return isNew
}

/** From now on the world has heard it. */
export function markAsSaid({ heard }: WorldLife, text: string): void {
  const [plain, every] = marksOf(text)
  const like = likenessOf(text)
  // Who has marks of likeness is known by all of them together, and needs no mark of its words without names.
  heard.say(like.length > 0 ? [every, ...like] : [plain, every])
}
