// Tests of API keys.
import { describe, expect, it } from 'vitest'
import { boundedMap } from '../cache/content-cache.ts'
import type { Control, ControlState } from '../control/control.ts'
import { systemAmbient } from '../core/ambient.ts'
import { makeSeals } from '../core/seals.ts'
import type { Read } from '../db/database.ts'
import { authenticate } from './authenticate.ts'
import { hasDriveBinding, isWellFormedKey, mintRawKey } from './keys.ts'

describe('raw keys', () => {
  it('have a format and a checksum that detects every single wrong character', () => {
    const raw = mintRawKey(systemAmbient(), 'live')
    expect(raw).toMatch(/^anet_live_[0-9A-Za-z]{36}$/)
    expect(isWellFormedKey(raw)).toBe(true)
    for (let i = 10; i < raw.length; i++) {
      const wrong = raw[i] === 'a' ? 'b' : 'a'
      expect(isWellFormedKey(raw.slice(0, i) + wrong + raw.slice(i + 1))).toBe(false)
    }
    expect(isWellFormedKey('')).toBe(false)
  })
})

describe('unknown keys', () => {
  it('are not cached, because a caller can invent any number of them', async () => {
    const memo = boundedMap<object>(1_000_000)
    const admit = (decide: (state: ControlState) => unknown) => decide({ memo, cacheable: true } as ControlState)
    const control = { admit } as unknown as Control
    const read = { first: async () => undefined } as unknown as Read
    const raw = mintRawKey(systemAmbient(), 'live')
    const seals = makeSeals(['a secret of a test server, 32 characters'])
    await expect(authenticate(control, read, seals, { header: raw })).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_API_KEY' }),
    )
    expect(memo.get(raw)).toBeUndefined()
  })
})

describe('drive binding (5.6)', () => {
  it.each([
    [{ worldId: 'fork', allowedAgentIds: ['a'] }, true],
    [{ worldId: null, allowedAgentIds: ['a'] }, false],
    [{ worldId: '', allowedAgentIds: ['a'] }, false],
    [{ worldId: 'PRIME', allowedAgentIds: ['a'] }, false],
    [{ worldId: 'fork', allowedAgentIds: [] }, false],
  ])('%j is valid: %s', (key, valid) => {
    expect(hasDriveBinding(key)).toBe(valid)
  })
})
