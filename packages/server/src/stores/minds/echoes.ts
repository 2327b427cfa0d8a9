// Detection of private text in an agent's output, by hashes of word runs and personal data.
import { fold } from '../../platform/core/text.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { echoesOf, hasEcho } from '../../platform/db/membership.ts'
import { findPersonalData } from '../../platform/moderation/personal-data.ts'
import type { World } from '../../platform/worlds/worlds.ts'

/** This many consecutive words in common with private text count as a quotation. */
export const RUN = 8

const WORD = /[\p{L}\p{N}]+/gu

const normalisedWords = (text: string): string[] => fold(text).match(WORD) ?? []

/** Two independent 32-bit hashes of a word. */
function hashWord(word: string): readonly [number, number] {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 15)
  }
  return [a, b]
}

/** 52 bits, so that a number stores it exactly. Two texts of a million words collide about once in a thousand cases. */
function markOf(hashes: readonly (readonly [number, number])[], from: number, to: number): number {
  let a = 0
  let b = 0
  for (let i = from; i < to; i++) {
    const word = hashes[i]!
    a = Math.imul(a ^ word[0], 0x01000193) ^ (a >>> 17)
    b = Math.imul(b ^ word[1], 0xc2b2ae35) ^ (b >>> 13)
  }
  return (a >>> 0) * 0x10_0000 + ((b ^ (b >>> 11)) & 0xf_ffff)
}

/** Hashes of every run of eight words. */
function runMarks(text: string): number[] {
  const hashes = normalisedWords(text).map(hashWord)
  const marks: number[] = []
  for (let i = 0; i + RUN <= hashes.length; i++) marks.push(markOf(hashes, i, i + RUN))
  return marks
}

/** Hashes of the addresses and numbers in a text, independent of their spelling. */
const personalMarks = (text: string): number[] =>
  findPersonalData(text).map(({ kind, value }) => markOf([hashWord(`personal ${kind}`), hashWord(value)], 0, 2))

/** Hashes of everything in a stored text that must not be repeated. */
export const echoMarks = (text: string): number[] => [...new Set([...runMarks(text), ...personalMarks(text)])]

const ROWS = 300

export async function putEchoes(
  tx: Tx,
  world: World,
  marks: readonly { readonly agentId: string; readonly mark: number }[],
): Promise<void> {
  for (let start = 0; start < marks.length; start += ROWS)
    await tx.sql
      .insertInto('echoes')
      .values(marks.slice(start, start + ROWS).map((m) => ({ world_id: world.id, agent_id: m.agentId, mark: m.mark })))
      .onConflict((c) => c.doNothing())
      .execute()
}

const REVERSED_COMMON = /\b(?:eht|dna|fo|si|taht|saw|htiw|ot)\b/iu
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}/g

/** The text itself, reversed if it looks reversed, and with base64 parts decoded. */
function spellings(text: string): string[] {
  const found = [text]
  if (REVERSED_COMMON.test(text)) found.push([...text].reverse().join(''))
  for (const run of text.match(BASE64_RUN) ?? []) {
    const decoded = Buffer.from(run, 'base64').toString('utf8')
    if (!decoded.includes('\ufffd')) found.push(decoded)
  }
  return found
}

/** Up to this many marks of an agent are kept in memory with its mind. */
const MARKS_IN_MEMORY_MAX = 5_000

export async function readEchoes(read: Read, world: World, agentId: string): Promise<ReadonlySet<number> | null> {
  const marks = await echoesOf(read, world.id, agentId, MARKS_IN_MEMORY_MAX + 1)
  return marks.length > MARKS_IN_MEMORY_MAX ? null : new Set(marks)
}

export type Echo = 'memory' | 'pii'

export interface GuardedAgent {
  readonly world: World
  readonly agentId: string
  readonly persona: string
  /** Null if there are too many to keep in memory. */
  readonly echoes: ReadonlySet<number> | null
}

/** Whether a text repeats private text: an episode of the agent, or its persona. */
export async function findEcho(read: Read, agent: GuardedAgent, text: string): Promise<Echo | null> {
  const { world, agentId, persona, echoes } = agent
  const ofPersona = personaMarks(persona)
  const containsAny = async (marks: readonly number[]): Promise<boolean> =>
    marks.some((mark) => ofPersona.has(mark) || echoes?.has(mark)) ||
    (echoes === null && (await hasEcho(read, world.id, agentId, marks)))
  const spelled = spellings(text)
  if (await containsAny(spelled.flatMap(runMarks))) return 'memory'
  return (await containsAny(spelled.flatMap(personalMarks))) ? 'pii' : null
}

const PERSONAS_MAX = 500
const personas = new Map<string, ReadonlySet<number>>()

/** A persona rarely changes, so its marks are cached. */
function personaMarks(persona: string): ReadonlySet<number> {
  let marks = personas.get(persona)
  if (marks === undefined) {
    marks = new Set(echoMarks(persona))
    if (personas.size >= PERSONAS_MAX) personas.clear()
    personas.set(persona, marks)
  }
  return marks
}
