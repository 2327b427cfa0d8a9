// Tests of cursors of observed lists.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../platform/core/api-error.ts'
import { makeSeals } from '../../../platform/core/seals.ts'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { ObservedVisitor } from './subject.ts'
import { type CursorKind, cursorsFor } from './subject.ts'

const AT = Date.UTC(2026, 2, 10)
const seals = makeSeals(['a secret'])
const SUBJECT = { ownerUid: 'dev', appId: 'app', agent: { id: 'agt' }, world: { id: 'w' }, at: AT }
const cursors = (change: object = {}, resource = 'events', filters: object = {}, using = seals) =>
  cursorsFor(using, { ...SUBJECT, ...change } as unknown as ObservedVisitor, resource, filters)
const isRefused = (kind: CursorKind, cursor: string, using = cursors()): boolean => {
  try {
    using.read(kind, cursor)
    return false
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'INVALID_OBSERVE_CURSOR'
  }
}

describe('a cursor of an observed list (4.13)', () => {
  const cursor = cursors().make('cursor', [7, 'evt'])

  it('returns its position', () => {
    expect(cursors().read('cursor', cursor)).toEqual([7, 'evt'])
  })

  it.each([
    ['another owner', cursors({ ownerUid: 'other' })],
    ['another app', cursors({ appId: 'other' })],
    ['another visitor', cursors({ agent: { id: 'other' } })],
    ['another world', cursors({ world: { id: 'other' } })],
    ['another list', cursors({}, 'conversations')],
    ['other filters', cursors({}, 'events', { kind: 'post' })],
    ['another secret', cursors({}, 'events', {}, makeSeals(['another']))],
  ])('is invalid for %s', (_what, using) => expect(isRefused('cursor', cursor, using)).toBe(true))

  it('has one kind and one encoding', () => {
    expect(isRefused('forwardCursor', cursor)).toBe(true)
    for (const other of [
      '',
      'x',
      `${cursor}=`,
      `${cursor} `,
      `${cursor.slice(0, -1)}`,
      Buffer.from('1.e30.').toString(),
    ])
      expect([other, isRefused('cursor', other)]).toEqual([other, true])
  })

  it('expires after a day, a forward cursor after thirty days (AMB-96)', () => {
    const forward = cursors().make('forwardCursor', [1])
    const later = (ms: number) => cursors({ at: AT + ms })
    expect([isRefused('cursor', cursor, later(DAY_MS - 1)), isRefused('cursor', cursor, later(DAY_MS))]).toEqual([
      false,
      true,
    ])
    expect(isRefused('forwardCursor', forward, later(30 * DAY_MS - 1))).toBe(false)
    expect(isRefused('forwardCursor', forward, later(30 * DAY_MS))).toBe(true)
  })
})
