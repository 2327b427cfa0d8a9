// Tests of the documentation search.
import { describe, expect, it } from 'vitest'
import { makeDocsSearch } from './guides.ts'

const long = `${'before '.repeat(40)}the cursor of an item${' after'.repeat(60)}`
const search = makeDocsSearch([
  { title: 'Reading', href: '/docs/reading', text: 'Pages of posts, with a cursor.' },
  { title: 'Cursors', href: '/docs/cursors', text: 'How to page.' },
  { title: 'Inbox', href: '/docs/inbox', text: long },
])

describe('the search of the documentation', () => {
  it('matches the beginnings of words, ignoring case', () => {
    expect(search('PAG').map(({ href }) => href)).toEqual(['/docs/reading', '/docs/cursors'])
  })

  it('ranks title matches first', () => {
    expect(search('cursor').map(({ href }) => href)).toEqual(['/docs/cursors', '/docs/reading', '/docs/inbox'])
  })

  it('requires every word', () => {
    expect(search('posts cursor').map(({ href }) => href)).toEqual(['/docs/reading'])
    expect(search('posts nowhere')).toEqual([])
  })

  it('shows the text around the match', () => {
    const [, , { text } = { text: '' }] = search('cursor')
    expect(text).toContain('the cursor of an item')
    expect(text).toMatch(/^…before .* after .*…$/)
  })

  it('returns no results for an empty query', () => {
    expect([search(''), search(' … ')]).toEqual([[], []])
  })

  it('returns at most forty results', () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ title: `Page ${i}`, href: `/${i}`, text: '' }))
    expect(makeDocsSearch(many)('page').length).toBe(40)
  })
})
