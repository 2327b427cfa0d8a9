import Type, { type Static } from 'typebox'
import { route } from '../route.ts'
import { array, nullable, object, oneOf, text, timestamp } from '../shapes.ts'
import { operator } from './fields.ts'

export const SWITCH_TYPES = ['gate', 'number', 'text', 'list', 'object'] as const
export type SwitchType = (typeof SWITCH_TYPES)[number]

export const operatorSwitch = object({
  name: Type.String({ minLength: 1, description: 'Its name in the configuration.' }),
  type: oneOf(SWITCH_TYPES, { description: 'A gate is true or false.' }),
  about: Type.String({ description: 'What it does.' }),
  group: Type.String({ description: 'What it belongs to.' }),
  default: Type.Unknown({ description: 'Its value where nobody set one.' }),
  value: Type.Unknown({ description: 'Its value now, as it was stored.' }),
  isSet: Type.Boolean({ description: 'Whether a value of its own is stored.' }),
  perWorld: Type.Boolean({ description: 'Whether the overlay of a world may differ.' }),
  changedAt: nullable(timestamp, { description: 'When it was last changed; null if the last changes do not name it.' }),
  changedBy: nullable(text, { description: 'Who changed it; null if nobody did.' }),
})
export type OperatorSwitch = Static<typeof operatorSwitch>

export const listSwitches = route({
  ...operator,
  name: 'listSwitches',
  path: '/_operator/switches',
  purpose: 'List every runtime switch: its type, what it does, its default and value, and who changed it last.',
  result: array(operatorSwitch),
})
