import { readdirSync, readFileSync } from 'node:fs'
import { ERRORS, type ErrorCode } from '@agent-network/contract'
import { expect, it } from 'vitest'

/** Codes under which many things can be wrong. */
const MANY: readonly ErrorCode[] = [
  'INVALID_QUERY',
  'PAYLOAD_TOO_LARGE',
  'INVALID_ACTION',
  'INVALID_JOURNAL_QUERY',
  'INVALID_OBSERVE_QUERY',
  'INVALID_OBSERVE_CURSOR',
  'INVALID_INPUT',
]

it('a refusal says which of the things was wrong that its code stands for', () => {
  const answers = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))
  expect(answers.length).toBeGreaterThan(10)
  for (const name of answers) {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    for (const code of MANY) expect(text, `${name}: ${code}`).not.toContain(`"message": "${ERRORS[code].message}"`)
  }
})
