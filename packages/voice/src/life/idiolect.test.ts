import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { idiolectOf, writtenMannerIds } from './idiolect.ts'

const SAMPLE =
  'Somebody told me, but nobody knew, until I asked again because it may be a small thing. Nearly everybody laughed.'

describe('idiolectOf', () => {
  it('has written lines for each demo resident that no other resident has', () => {
    expect(writtenMannerIds()).toHaveLength(26)
    const mouths = new Map<string, string>()
    for (const id of writtenMannerIds()) {
      const { writtenFor, at } = idiolectOf(id)
      expect(at >= 0 && at < 1, id).toBe(true)
      for (const list of ['assert', 'ask', 'answer', 'proof', 'support', 'counter', 'again', 'concede', 'differ'])
        for (const { key } of writtenFor(list) ?? [{ key: `no ${list} of ${id}` }]) {
          expect(mouths.get(key) ?? id, key).toBe(id)
          expect(key).not.toMatch(/^no /)
          mouths.set(key, id)
        }
    }
  })

  it('puts together the lines of one resident from several lists', () => {
    const leads = new Set<string>()
    for (const id of writtenMannerIds()) {
      const { markers, writtenFor } = idiolectOf(id)
      expect(markers.lead, id).toHaveLength(3)
      expect(markers.open.length, id).toBeGreaterThan(0)
      expect(writtenFor('lived talked')!.length, id).toBeGreaterThan(3)
      for (const lead of markers.lead) {
        expect(lead).toMatch(/[.!?]\)?$/)
        leads.add(lead)
      }
    }
    expect(leads.size).toBe(3 * 26)
  })

  it('composes distinct idiolects for other speakers', () => {
    const voices = new Set<string>()
    for (let n = 0; n < 2_000; n++) {
      const { inOwnWords, composedFor } = idiolectOf(`stranger ${n}`)
      voices.add(`${inOwnWords(SAMPLE)} ${composedFor('counter').map(({ key }) => key)}`)
    }
    expect(voices.size).toBeGreaterThan(1_990)
    expect(idiolectOf('stranger 7').inOwnWords(SAMPLE)).toBe(idiolectOf('stranger 7').inOwnWords(SAMPLE))
  })

  it('chooses among synonyms, but not in names and quotations', () => {
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
