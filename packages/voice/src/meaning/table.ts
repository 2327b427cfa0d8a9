import { type Chance, expand } from '../life/grammar.ts'
import type { TurnMaterial } from '../life/material.ts'
import { BRINGING, HELLO, LEAVING_PLAINLY } from '../life/place-talk.ts'
import { firstName, placeName } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'
import { type ArgueMaterial, argueDrafts, type Worded } from './argue.ts'

/** A word about something that is argued over, at a table. */
export interface TableMaterial extends TurnMaterial {
  readonly argument: ArgueMaterial['argument']
  readonly longest: number
}

const OPENS: ReadonlySet<string> = new Set(['assert', 'ask'])

/** Who comes in says so first, who goes says so last. */
function around(material: TableMaterial, rng: () => number): { before: string; after: string } {
  const { place, said, leaving, moment, argument } = material
  const voice = lifeVoice(material)
  const words: Readonly<Record<string, string | undefined>> = {
    here: placeName(place),
    name: argument.to === null ? undefined : firstName(argument.to),
    part: moment.hour === undefined ? undefined : moment.hour < 12 ? 'morning' : 'evening',
  }
  const fill = (slot: string): string | null => words[slot] ?? null
  const line = (lines: typeof HELLO): string => expand(chosen(voice, lines, rng)!.line, rng, fill) ?? ''
  return {
    before: said.length === 0 ? line(HELLO) : argument.their === null && OPENS.has(argument.move) ? line(BRINGING) : '',
    after: leaving === true ? line(LEAVING_PLAINLY) : '',
  }
}

/** Drafts of one turn at a table in which something is argued over. */
export function* tableDrafts(material: TableMaterial, chance: Chance): Iterable<Worded> {
  const rng = chance('around')
  for (const { text, reason } of argueDrafts(material, chance)) {
    const { before, after } = around(material, rng)
    const lower = lifeVoice(material).rhythm.lowerCase
    const parts = [lower ? before.toLowerCase() : before, text, lower ? after.toLowerCase() : after]
    const whole = parts.filter((part) => part !== '').join(' ')
    if (whole.length <= material.longest) yield { text: whole, reason }
    else if (text.length <= material.longest) yield { text, reason }
  }
}
