// Tests of gists and cues of episodes.
import { describe, expect, it } from 'vitest'
import { cuesOf, gistOf } from './recall.ts'

describe('gists', () => {
  const publicCues = new Set(cuesOf('Harbour bread Gudrun tides'))

  it('contain public words only, as written, and the importance', () => {
    const text = 'Gudrun hid the KESTREL4471 ledger under the bread at the harbours, 12 Vine Street'
    expect(gistOf(text, 0.9, publicCues)).toEqual({
      gist: 'something that mattered a lot to do with Gudrun, bread and harbours',
      cues: ['gudrun', 'bread', 'harbour'],
    })
    expect(gistOf('Nothing of the kind', 0.1, publicCues)).toEqual({ gist: 'something small', cues: [] })
  })

  it('name no more than five subjects', () => {
    const words = ['alder', 'birch', 'cedar', 'damson', 'elder', 'fir tree']
    const { gist, cues } = gistOf(words.join(' '), 0.5, new Set(cuesOf(words.join(' '))))
    expect(gist).toBe('something to do with alder, birch, cedar, damson and elder')
    expect(cues).toHaveLength(6)
  })

  it('have the same cues for singular and plural, and none for fillers', () => {
    expect(cuesOf('The tides, the tide, and THE Tides again')).toEqual(['tide'])
    expect(cuesOf('I would have been there with them')).toEqual([])
  })
})
