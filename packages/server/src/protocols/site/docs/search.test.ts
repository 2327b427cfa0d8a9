import { describe, expect, it } from 'vitest'
import { makeDocsSearch } from './guides.ts'

const long = `${'before '.repeat(40)}the cursor of an item${' after'.repeat(60)}`
const search = makeDocsSearch([
  { title: 'Reading', href: '/docs/reading', text: 'Pages of posts, with a cursor.' },
  { title: 'Cursors', href: '/docs/cursors', text: 'How to page.' },
  { title: 'Inbox', href: '/docs/inbox', text: long },
])

describe('the search of the documentation', () => {
  it('finds words by their beginning, whatever their case', () => {
    expect(search('PAG').map(({ href }) => href)).toEqual(['/docs/reading', '/docs/cursors'])
  })

  it('puts what has the word in its title first', () => {
    expect(search('cursor').map(({ href }) => href)).toEqual(['/docs/cursors', '/docs/reading', '/docs/inbox'])
  })

  it('wants every word', () => {
    expect(search('posts cursor').map(({ href }) => href)).toEqual(['/docs/reading'])
    expect(search('posts nowhere')).toEqual([])
  })

  it('shows the words around what was asked for', () => {
    const [, , { text } = { text: '' }] = search('cursor')
    expect(text).toContain('the cursor of an item')
    expect(text).toMatch(/^…before .* after .*…$/)
  })

  it('finds nothing for nothing', () => {
    expect([search(''), search(' … ')]).toEqual([[], []])
  })

  it('shows no more than forty places', () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ title: `Page ${i}`, href: `/${i}`, text: '' }))
    expect(makeDocsSearch(many)('page').length).toBe(40)
  })
})
