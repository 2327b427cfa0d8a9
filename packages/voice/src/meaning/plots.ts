import { capitalise } from '../language/words.ts'
import * as lexicon from '../lexicon/plots.ts'
import { laidOut } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import { LONGEST } from '../life/kinds.ts'
import type { LifeMaterial } from '../life/material.ts'
import { leaning, type MatterLine } from '../life/matter.ts'
import { firstName } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'
import { circumstance } from './affairs.ts'

/** What there is to say of a match, from the speaker's side. */
const MATCH_NEWS = ['game', 'not_played', 'match_won', 'match_lost', 'match_drawn'] as const
export type MatchNews = (typeof MATCH_NEWS)[number]

const LINES: Readonly<Record<MatchNews, readonly MatterLine[]>> = {
  game: leaning(lexicon.GAME),
  not_played: leaning(lexicon.NOT_PLAYED),
  match_won: leaning(lexicon.MATCH_WON),
  match_lost: leaning(lexicon.MATCH_LOST),
  match_drawn: leaning(lexicon.MATCH_DRAWN),
}

const RESULTS = { won: 'won', lost: 'lost', drew: 'drawn' } as const

const inHalves = (points: number): string =>
  points % 1 === 0 ? String(points) : `${Math.floor(points) === 0 ? '' : Math.floor(points)}½`

export interface MatchMaterial {
  readonly news: MatchNews
  readonly other: string
  readonly result: keyof typeof RESULTS
  /** Points of the speaker and of the other. */
  readonly score: readonly [number, number]
  readonly game: number
  readonly of: number
}

/** Drafts of a post about a match. */
export function* matchDrafts(life: LifeMaterial, told: MatchMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const result = RESULTS[told.result]
  const score = told.score.map(inHalves).join(' to ')
  const words: Readonly<Record<string, string>> = {
    other: firstName(told.other),
    result,
    'result^': capitalise(result),
    score,
    'score^': score,
    k: String(told.game),
    of: String(told.of),
  }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${told.news} ${n}`)
    const text = expand(chosen(voice, LINES[told.news], rng)!.line, rng, (slot) => words[slot] ?? null)
    const also = circumstance(life, rng)
    if (text === null || also === null) continue
    const said = laidOut(`${text} ${also}`.split(/(?<=[.!?]) (?=\S)/u), voice, rng)
    if (said.length <= LONGEST.post) yield said
  }
}
