import * as lexicon from '../lexicon/life/places.ts'
import { ownable } from './idiolect.ts'
import type { Place } from './material.ts'
import { leaning, type MatterLine } from './matter.ts'

export const { HELLO, BRINGING, TURN_TO, LEAVING_PLAINLY } = ownable({
  HELLO: leaning(lexicon.HELLO),
  BRINGING: leaning(lexicon.BRINGING),
  TURN_TO: leaning(lexicon.TURN_TO),
  LEAVING_PLAINLY: leaning(lexicon.LEAVING_PLAINLY),
})

const KINDS = lexicon.KINDS.map(([kind, lines]) => [kind, leaning(lines)] as const)
const ANYWHERE = leaning(lexicon.ANYWHERE)

/** Remarks on a place: by its kind, else by its label, else such as fit any place. */
export const placeLines = ({ label, kind }: Place): readonly MatterLine[] =>
  KINDS.find(([sort]) => sort.test(kind))?.[1] ?? KINDS.find(([sort]) => sort.test(label))?.[1] ?? ANYWHERE
