import * as lexicon from '../lexicon/life/places.ts'
import type { Place } from './material.ts'
import { leaning, type MatterLine } from './matter.ts'

export const HELLO = leaning(lexicon.HELLO)
export const TURN_TO = leaning(lexicon.TURN_TO)
export const LEAVING = leaning(lexicon.LEAVING)

const KINDS = lexicon.KINDS.map(([kind, lines]) => [kind, leaning(lines)] as const)
const ANYWHERE = leaning(lexicon.ANYWHERE)

/** Remarks on a place: by its kind, else by its label, else such as fit any place. */
export const placeLines = ({ label, kind }: Place): readonly MatterLine[] =>
  KINDS.find(([sort]) => sort.test(kind))?.[1] ?? KINDS.find(([sort]) => sort.test(label))?.[1] ?? ANYWHERE
