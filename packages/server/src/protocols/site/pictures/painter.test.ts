// Tests of the picture worker: queue, crash, timeout.
import { afterEach, describe, expect, it } from 'vitest'
import type { Card } from './cards.ts'
import { makePainter, type Painter } from './painter.ts'

/** A worker that crashes on one title, hangs on another, and otherwise returns the title and its count of pictures. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let drawn = 0
    parentPort.on('message', ({ id, card: { title } }) => {
      if (title === 'throw') throw new Error('thrown there')
      if (title === 'silent') return
      drawn += 1
      parentPort.postMessage({ id, png: new TextEncoder().encode(title + drawn) })
    })`)}`,
)

const card = (title: string): Card => ({ kicker: '', title, under: '', words: '', faces: [], fen: null, world: '' })

const painters: Painter[] = []
const painter = () => {
  const created = makePainter(MORTAL)
  painters.push(created)
  return created
}
afterEach(async () => {
  for (const subject of painters.splice(0)) await subject.close()
})

describe('the picture worker', () => {
  it('draws the same card once, also for concurrent requests', async () => {
    const { paint } = painter()
    const both = await Promise.all([paint(card('a')), paint(card('a')), paint(card('b'))])
    expect(both.map(String)).toEqual(['a1', 'a1', 'b2'])
    expect(String(await paint(card('a')))).toBe('a1')
  })

  it('restarts after a crash and fails only the picture that caused it', async () => {
    const { paint } = painter()
    const settled = await Promise.allSettled(['a', 'throw', 'b'].map((title) => paint(card(title))))
    expect(settled.map((one) => (one.status === 'fulfilled' ? String(one.value) : one.reason.message))).toEqual([
      'a1',
      'thrown there',
      'b1',
    ])
  })

  it('queues sixteen pictures and rejects the next, except for one already queued', async () => {
    const openPainter = painter()
    const waiting = ['silent', ...Array.from({ length: 15 }, (_, i) => `w${i}`)].map((title) =>
      openPainter.paint(card(title)),
    )
    expect(waiting).not.toContain(null)
    expect(openPainter.paint(card('more'))).toBeNull()
    const settled = Promise.allSettled([...waiting, openPainter.paint(card('w3'))])
    await openPainter.close()
    for (const one of await settled) expect(one.status).toBe('rejected')
  })
})
