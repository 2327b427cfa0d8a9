// Game records: every move with SAN and position, and export as PGN.
import { legalMovesOf } from './moves.ts'
import { START_FEN, writeFen, writeSan, writeUci } from './notation.ts'
import { playThrough } from './rules.ts'

export interface Ply {
  readonly uci: string
  readonly san: string
  /** The position after the move. */
  readonly fen: string
}

export interface GameRecord {
  readonly start: string
  readonly plies: readonly Ply[]
}

/** A game with the position after each move; null when a move is illegal. */
export function recordOf(startFen: string | null, moves: readonly string[]): GameRecord | null {
  const sans: { uci: string; san: string }[] = []
  const fens: string[] = []
  const board = playThrough(startFen, moves, (before, move) => {
    if (sans.length > 0) fens.push(writeFen(before))
    sans.push({ uci: writeUci(move), san: writeSan(before, move, legalMovesOf(before)) })
  })
  if (board === null) return null
  if (sans.length > 0) fens.push(writeFen(board))
  return { start: startFen ?? START_FEN, plies: sans.map((ply, i) => ({ ...ply, fen: fens[i]! })) }
}

const RESULTS: Readonly<Record<string, string>> = { white_won: '1-0', black_won: '0-1', draw: '1/2-1/2' }

export interface PgnTags {
  readonly event: string
  readonly site: string
  /** ISO, UTC. */
  readonly startedAt: string
  readonly white: string
  readonly black: string
  readonly result: string | null
  readonly termination: string | null
}

/** A tag value: one line, without quotes and backslashes, which PGN readers escape differently. */
const tagValue = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .replaceAll('\\', '/')

const MAX_LINE_LENGTH = 79

/** PGN in export format: the seven tags, the start position if it is not the standard one, and the moves. */
export function pgnOf({ start, plies }: GameRecord, tags: PgnTags): string {
  const result = RESULTS[tags.result ?? ''] ?? '*'
  const lines: [string, string][] = [
    ['Event', tags.event],
    ['Site', tags.site],
    ['Date', tags.startedAt === '' ? '????.??.??' : tags.startedAt.slice(0, 10).replaceAll('-', '.')],
    ['Round', '-'],
    ['White', tags.white],
    ['Black', tags.black],
    ['Result', result],
  ]
  if (tags.termination !== null) lines.push(['Termination', tags.termination])
  if (start !== START_FEN) lines.push(['SetUp', '1'], ['FEN', start])
  const [, turn, , , , full] = start.split(' ')
  let number = Number(full ?? 1)
  let isWhite = turn !== 'b'
  const words: string[] = []
  for (const [i, { san }] of plies.entries()) {
    if (isWhite) words.push(`${number}.`)
    else if (i === 0) words.push(`${number}...`)
    words.push(san)
    if (!isWhite) number += 1
    isWhite = !isWhite
  }
  words.push(result)
  let text = ''
  let column = 0
  for (const word of words) {
    const fits = column > 0 && column + 1 + word.length <= MAX_LINE_LENGTH
    text += column === 0 ? word : fits ? ` ${word}` : `\n${word}`
    column = fits ? column + 1 + word.length : word.length
  }
  return `${lines.map(([name, value]) => `[${name} "${tagValue(value)}"]`).join('\n')}\n\n${text}\n`
}
