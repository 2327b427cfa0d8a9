import { isSpeakable, tidy } from '../language/speakable.ts'
import { contentStems } from '../language/words.ts'
import type { Material } from '../material.ts'

export interface Interest {
  readonly text: string
  /** From the profile; false for a topic of the speaker's posts. */
  readonly chosen: boolean
  /** Written as `slugs, against` in the profile. */
  readonly against: boolean
  readonly stems: ReadonlySet<string>
}

/** Interests of the profile first, then topics; each once, and only names of up to five words. */
export function interestsOf(material: Material): Interest[] {
  const chosen = material.speaker.interests.slice(0, 24)
  const raw = [...chosen, ...material.topics.slice(0, 12).map((t) => t.tag)]
  const seen = new Set<string>()
  const found: Interest[] = []
  for (const [at, item] of raw.entries()) {
    const text = tidy(item).replace(/[.!?]+$/, '')
    const [, name = '', side = ''] = /^([^,]+?)(?:, (against|for))?$/u.exec(text) ?? []
    if (name === '' || name.split(' ').length > 5 || !isSpeakable(name) || !/^[\p{L}\p{N} '&-]+$/u.test(name)) continue
    if (seen.has(name.toLowerCase())) continue
    seen.add(name.toLowerCase())
    found.push({ text: name, against: side === 'against', chosen: at < chosen.length, stems: contentStems(name) })
  }
  return found
}
