// Tests of signing key rotation.
import { describe, expect, it } from 'vitest'
import { ACTIVE_MS, ANNOUNCED_MS, RETIRED_MS, type RotationStep, type SigningKey, stepDue } from './signing-keys.ts'

const T = Date.parse('2031-01-01T00:00:00.000Z')
const key = (kid: string, state: SigningKey['state'], times: Partial<SigningKey> = {}): SigningKey => ({
  kid,
  state,
  publicJwk: { kty: 'RSA' },
  sealed: '',
  createdAt: T,
  activeAt: state === 'next' ? null : T,
  retiredAt: state === 'retired' ? T : null,
  ...times,
})
const active = key('a', 'active')
const next = key('n', 'next')
const retired = key('r', 'retired')

describe('stepDue', () => {
  it('uses the documented times', () => {
    expect([ACTIVE_MS, ANNOUNCED_MS, RETIRED_MS]).toEqual([30 * 86_400_000, 3_600_000, 1_260_000])
  })

  const CASES: readonly [rule: string, keys: SigningKey[], at: number, step: RotationStep | null][] = [
    ['nothing without keys', [], T + 10 * ACTIVE_MS, null],
    ['nothing in the first thirty days', [active], T + ACTIVE_MS - 1, null],
    ['a successor after thirty days', [active], T + ACTIVE_MS, { do: 'announce' }],
    ['no second successor', [active, next], T + ANNOUNCED_MS - 1, null],
    ['promotion after an hour', [active, next], T + ANNOUNCED_MS, { do: 'promote', next }],
    ['a retired key stays while its tokens live', [retired, active], T + RETIRED_MS - 1, null],
    ['a retired key goes after that', [retired, active], T + RETIRED_MS, { do: 'remove', kids: ['r'] }],
    [
      'what is over goes first when much is due',
      [retired, active, next],
      T + 2 * ACTIVE_MS,
      { do: 'remove', kids: ['r'] },
    ],
    ['a clock that went back changes nothing', [active, next], T - ACTIVE_MS, null],
  ]
  it.each(CASES)('%s', (_rule, keys, at, step) => expect(stepDue(keys, at)).toEqual(step))
})
