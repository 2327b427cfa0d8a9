// Checks that error messages name a field, a bound or what to do.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

/** Reading 1.28 fixes these messages; related records use the same form. */
const WORD_FOR_WORD =
  /^(API endpoint|Agent|Post|Memory|Mood|Reputation|Topic profile|Relationship) not found$|^Missing required scope: /

/** Calls that set an error message. */
const MESSAGE_PATTERN =
  /(?:\b(?:notFound|invalidInput|invalid|malformed|tooLarge|invalidQuery)\(\s*|\bmessage:\s+)(['`])(.+?)\1/g

/** A bound, the field in front of a colon, or what to do after a semicolon. */
const SAYS_WHAT_TO_DO = /[;:] |\b(must|at most|larger than|only moves|needs|exclude|with POST)\b/

const messagesIn = (file: string): string[] =>
  [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(MESSAGE_PATTERN)].map(([, , message]) => message!)

describe('messages of API errors', () => {
  it('name a field and its bound, or say what to do next', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    const messages = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => messagesIn(file).map((message) => `${file}: ${message}`))
    expect(messages.length).toBeGreaterThan(100)
    const bare = messages.filter((line) => {
      const message = line.slice(line.indexOf(': ') + 2)
      return message.includes(' ') && !WORD_FOR_WORD.test(message) && !SAYS_WHAT_TO_DO.test(message)
    })
    expect(bare).toEqual([])
  })
})
