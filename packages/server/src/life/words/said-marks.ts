import { LIKENESS, likenessOf, marksOf } from '@agent-network/voice/life'
import { prepare, type Read, type Tx } from '../../db/database.ts'
import { insertOf } from '../../db/statements.ts'

/** The two marks of a whole text, then those of what it is like. */
const slots = Array.from({ length: 2 + LIKENESS }, (_, i) => `m${i}`)

const known = prepare<Record<string, string | number>, { mark: number }>((sql, param) => {
  const marked = (slot: string) =>
    sql.selectFrom('said_marks').select('mark').where('world_id', '=', param('world')).where('mark', '=', param(slot))
  const [first, ...others] = slots
  return others.reduce((query, slot) => query.unionAll(marked(slot)), marked(first!))
})
const keep = insertOf('said_marks', ['world_id', 'mark'], { orNothing: true })

/** Whether a world has heard something: not at all, something nearly the same, or just this, whoever it was about. */
export type Likeness = 'never' | 'nearly' | 'same'

export async function heardOf(read: Read, worldId: string, text: string): Promise<Likeness> {
  const whole = marksOf(text)
  const like = likenessOf(text)
  const all = [...whole, ...like]
  const named = Object.fromEntries(slots.map((slot, i) => [slot, all[i] ?? whole[0]]))
  const found = new Set((await read.all(known, { world: worldId, ...named })).map(({ mark }) => mark))
  if (found.size === 0) return 'never'
  return whole.some((mark) => found.has(mark)) || like.every((mark) => found.has(mark)) ? 'same' : 'nearly'
}

export async function markAsSaid(tx: Tx, worldId: string, text: string): Promise<void> {
  const [plain, every] = marksOf(text)
  const like = likenessOf(text)
  // Who has marks of likeness is known by all of them together, and needs no mark of its words without names.
  const marks = like.length > 0 ? [every, ...like] : [plain, every]
  // One by one: SQLite keeps a copy of what it changes for a statement that adds several rows, and takes longer for it.
  for (const mark of new Set(marks)) await tx.run(keep, { world_id: worldId, mark })
}
