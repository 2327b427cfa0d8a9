/** What a match has come to, as its affair keeps it. */
export interface MatchFacts {
  readonly of: number
  readonly played: number
  /** Points of owner and other; a draw is half a point for both. */
  readonly owner: number
  readonly other: number
  /** Games that could not be played because one did not come. */
  readonly missed: number
  /** Where it is played; empty for anywhere. */
  readonly placeId: string
  /** The game on the table; empty for none. */
  readonly gameId: string
  /** Of the last game, from the owner's side. */
  readonly last: 'won' | 'lost' | 'drew' | 'not_played'
}

export const newMatch = (of: number, placeId: string): MatchFacts => ({
  of,
  played: 0,
  owner: 0,
  other: 0,
  missed: 0,
  placeId,
  gameId: '',
  last: 'drew',
})

/** The facts after a game, from the owner's side. */
export function afterGame(facts: MatchFacts, last: 'won' | 'lost' | 'drew'): MatchFacts {
  const points = last === 'won' ? 1 : last === 'lost' ? 0 : 0.5
  return {
    ...facts,
    played: facts.played + 1,
    owner: facts.owner + points,
    other: facts.other + 1 - points,
    gameId: '',
    last,
  }
}

/** Twice nobody minds; the third time there is no match. */
const MISSED_MAX = 3

/** Every game counts, also when it can change nothing: it ends with the last, or when the two no longer meet. */
export function matchOutcome({ of, played, owner, other, missed }: MatchFacts) {
  if (missed >= MISSED_MAX) return 'abandoned'
  if (played < of) return 'open'
  return owner === other ? 'drawn' : owner > other ? 'owner' : 'other'
}

/** The owner has White in odd games. */
export const ownerIsWhite = ({ played }: MatchFacts): boolean => played % 2 === 0
