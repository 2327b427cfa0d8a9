// Tests of API keys.
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../core/ambient.ts'
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
