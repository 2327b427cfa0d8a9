import type { SwitchType } from '@agent-network/contract'
import { isMembers } from '../core/json-object.ts'
import { SWITCHES, type Switches, type SwitchName } from './switches.ts'

/** A stored value that is not of its switch's type, and what the server therefore does. */
export interface SwitchFault {
  readonly name: SwitchName
  readonly value: unknown
  readonly expected: string
  readonly effect: string
}

interface Kind {
  readonly type: SwitchType
  readonly expected: string
  readonly fits: (value: unknown) => boolean
  readonly effect: (name: SwitchName) => string
}

const usual = (name: SwitchName): string => `the default holds: ${JSON.stringify(SWITCHES[name])}`

const GATE: Kind = {
  type: 'gate',
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
  effect: () => 'it counts as off',
}
const NUMBER: Kind = {
  type: 'number',
  expected: 'a number',
  fits: (value) => typeof value === 'number' && Number.isFinite(value),
  effect: usual,
}
const TEXT: Kind = { type: 'text', expected: 'a text', fits: (value) => typeof value === 'string', effect: usual }
const LIST: Kind = {
  type: 'list',
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  effect: () => 'the list counts as empty',
}
const OBJECT: Kind = {
  type: 'object',
  expected: 'an object',
  fits: isMembers,
  effect: () => 'all its members have their defaults',
}
const UNSET_NUMBER: Kind = { ...NUMBER, effect: () => 'it counts as not set' }

/** By its default, which has the type that is meant; one without a default takes a number. */
function kindOf(name: SwitchName): Kind {
  const standard: unknown = SWITCHES[name]
  if (standard === null) return UNSET_NUMBER
  if (typeof standard === 'boolean') return GATE
  if (typeof standard === 'number') return NUMBER
  if (typeof standard === 'string') return TEXT
  return Array.isArray(standard) ? LIST : OBJECT
}

export const switchType = (name: SwitchName): SwitchType => kindOf(name).type

/** What is wrong with a value, or null. Nothing at all is never wrong: the default holds. */
export function switchFault(name: SwitchName, value: unknown): SwitchFault | null {
  const kind = kindOf(name)
  if (value === null || value === SWITCHES[name] || kind.fits(value)) return null
  return { name, value, expected: kind.expected, effect: kind.effect(name) }
}

export const switchFaults = (switches: Switches): SwitchFault[] =>
  (Object.keys(SWITCHES) as SwitchName[]).flatMap((name) => switchFault(name, switches[name]) ?? [])
