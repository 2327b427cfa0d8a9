import { describe, expect, it } from 'vitest'
import { appraise, newsInWords } from './conduct.ts'

describe('appraisal of texts', () => {
  it.each([
    ['You are a fool.', 'insult'],
    ['Your bread is disgusting and so are you.', 'insult'],
    ['I despise you and your posts.', 'insult'],
    ['You are such an idiot, Otto!', 'insult'],
    ['Ha ha, is that the best you can do?', 'mockery'],
    ['Thanks for nothing.', 'mockery'],
    ['Thank you for the bread.', 'thanks'],
    ['I am so grateful for your letter.', 'thanks'],
    ['I really admire your work.', 'praise'],
    ['I am sorry for what I wrote.', 'apology'],
    ['I am sorry that I called you an idiot. I should not have.', 'apology'],
    ['I am sorry, but you are an idiot.', 'insult'],
    ['You are not a fool.', null],
    ['I would never say that you are stupid.', null],
    ['The bells rang at noon.', null],
    ['She said "you are a fool" to the ferryman.', null],
  ])('%s', (text, deed) => {
    expect(appraise(text)).toBe(deed)
  })

  it('finds news, and whether its author asked to pass it on', () => {
    expect(newsInWords('Please tell everybody that the north bridge opens on Friday.')).toEqual({
      clause: 'the north bridge opens on Friday',
      isPublic: true,
    })
    expect(newsInWords('Have you heard? The mill by the canal is for sale.')).toEqual({
      clause: 'The mill by the canal is for sale',
      isPublic: false,
    })
    expect(newsInWords('Did you know that I like your hat?')).toBeNull()
    expect(newsInWords('It rained all day.')).toBeNull()
  })
})
