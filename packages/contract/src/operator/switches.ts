/** Operator route of runtime switches. */
import Type, { type Static } from 'typebox'
import { route } from '../route.ts'
import { array, nullable, object, oneOf, text, timestamp } from '../shapes.ts'
import { operator } from './fields.ts'

export const SWITCH_TYPES = ['gate', 'number', 'text', 'list', 'object'] as const
export type SwitchType = (typeof SWITCH_TYPES)[number]

export const operatorSwitch = object({
  name: Type.String({ minLength: 1, description: 'Name in the configuration.' }),
  type: oneOf(SWITCH_TYPES, { description: 'Type of the value; a gate is true or false.' }),
  about: Type.String({ description: 'Effect of the switch.' }),
  group: Type.String({ description: 'Group of the switch.' }),
  default: Type.Unknown({ description: 'Default value.' }),
  value: Type.Unknown({ description: 'Stored value.' }),
  isSet: Type.Boolean({ description: 'Whether a value is stored.' }),
  perWorld: Type.Boolean({ description: 'Whether a world can override the value.' }),
  changedAt: nullable(timestamp, { description: 'Time of the last change; null if the audit log has none.' }),
  changedBy: nullable(text, { description: 'Actor of the last change; null if there is none.' }),
})
export type OperatorSwitch = Static<typeof operatorSwitch>

export const listSwitches = route({
  ...operator,
  name: 'listSwitches',
  path: '/_operator/switches',
  purpose: 'List all runtime switches with type, effect, default, value and last change.',
  result: array(operatorSwitch),
})
