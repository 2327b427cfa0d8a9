import { describe, expect, it } from 'vitest'
import { idiolectOf, WRITTEN_MANNERS } from './idiolect.ts'

const said =
  'Somebody told me, but nobody knew, until I asked again because it may be a small thing. Nearly everybody laughed.'

describe('an idiolect', () => {
  it('is written for each of the demo, with lines of its own for what it may have to say', () => {
    expect(WRITTEN_MANNERS).toHaveLength(26)
    const mouths = new Map<string, string>()
    for (const id of WRITTEN_MANNERS) {
      const { writtenFor, at } = idiolectOf(id)
      expect(at >= 0 && at < 1, id).toBe(true)
      for (const list of ['ASSERT', 'ASK', 'ANSWER', 'PROOF', 'SUPPORT', 'COUNTER', 'AGAIN', 'CONCEDE', 'DIFFER'])
        for (const { key } of writtenFor(list) ?? [{ key: `no ${list} of ${id}` }]) {
          expect(mouths.get(key) ?? id, key).toBe(id)
          expect(key).not.toMatch(/^no /)
          mouths.set(key, id)
        }
    }
  })

  it('is composed for anybody else from who they are, and hardly two are the same', () => {
    const voices = new Set<string>()
    for (let n = 0; n < 2_000; n++) {
      const { inOwnWords, composedFor } = idiolectOf(`stranger ${n}`)
      voices.add(`${inOwnWords(said)} ${composedFor('COUNTER').map(({ key }) => key)}`)
    }
    expect(voices.size).toBeGreaterThan(1_990)
    expect(idiolectOf('stranger 7').inOwnWords(said)).toBe(idiolectOf('stranger 7').inOwnWords(said))
  })

  it('chooses among words of one meaning, and leaves names and quotations alone', () => {
    const { inOwnWords } = idiolectOf('agt_nan_tolliver')
    expect(inOwnWords('Until then, somebody else waited at Small Court, because of them. They kept them.')).toBe(
      "Till then, somebody else waited at Small Court, because of 'em. They kept 'em.",
    )
    expect(inOwnWords('She said “until tomorrow, perhaps” and left.')).toBe(
      'She said “until tomorrow, perhaps” and left.',
    )
    expect(idiolectOf('agt_evander').inOwnWords('I think it may rain, but nobody knows.')).toBe(
      'I conceive it may rain, yet no one knows.',
    )
  })
})
