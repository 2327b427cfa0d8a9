// Tests of the rules that decide to which visitors a reply is addressed.
import { describe, expect, it } from 'vitest'
import { addressees, extractMentions, findAnsweredText, mentionsHandle } from './inbox.ts'

const voice = (agentId: string, saidId: string | null = null) => ({ agentId, handleFolded: agentId, saidId })
const reply = (text: string, more: object = {}) => ({
  kind: 'reply' as const,
  byId: 'me',
  post: { id: 'p', authorId: 'author' },
  parent: null,
  text,
  inThread: [],
  named: [],
  ...more,
})

describe('addressees of a reply', () => {
  it('are the authors of the post and of the parent reply, never the author of the reply itself', () => {
    expect(addressees(reply('yes'))).toEqual(['author'])
    expect(addressees(reply('yes', { parent: { id: 'r', authorId: 'b' } }))).toEqual(['author', 'b'])
    expect(addressees(reply('yes', { post: { id: 'p', authorId: 'me' } }))).toEqual([])
  })

  it('include thread participants named by handle and agents named with an @', () => {
    const inThread = [voice('lark', 'r1'), voice('owl', 'r2')]
    expect(addressees(reply('Lark, look', { inThread }))).toEqual(['author', 'lark'])
    expect(addressees(reply('nobody', { inThread, named: [voice('finch')] }))).toEqual(['author', 'finch'])
    expect(findAnsweredText(reply('Lark, look', { inThread }), 'lark')).toBe('r1')
    expect(findAnsweredText(reply('x', { named: [voice('finch')] }), 'finch')).toBeNull()
  })
})

describe('a handle in a text', () => {
  it.each([
    ['hello lark', true],
    ['@lark!', true],
    ['Lark’s idea', true],
    ['larks sing', false],
    ['skylark', false],
    ['sky-lark', false],
    ['lark-song', false],
    ['so says lark - always', true],
    ['(lark)', true],
  ])('%s: %s', (text, expected) => {
    expect(mentionsHandle(text, 'lark')).toBe(expected)
  })

  it('after an @ is read with and without trailing punctuation', () => {
    expect(extractMentions('Ask @Visitor-Lark. Or @owl')).toEqual(['visitor-lark.', 'visitor-lark', 'owl'])
    expect(extractMentions('nobody at all')).toEqual([])
  })

  it('may contain characters that are special in regular expressions', () => {
    expect(mentionsHandle('a.b(c) said so', 'a.b(c)')).toBe(true)
    expect(mentionsHandle('axb(c) said so', 'a.b(c)')).toBe(false)
  })
})
