// Generated from the contract by `npm run generate`.

export type OperatorSwitch = {
  /** Name in the configuration. */
  name: string
  /** Type of the value; a gate is true or false. */
  type: SwitchType
  /** Effect of the switch. */
  about: string
  /** Group of the switch. */
  group: string
  /** Default value. */
  default: unknown
  /** Stored value. */
  value: unknown
  /** Whether a value is stored. */
  isSet: boolean
  /** Whether a world can override the value. */
  perWorld: boolean
  /** Time of the last change; null if the audit log has none. */
  changedAt: string | null
  /** Actor of the last change; null if there is none. */
  changedBy: string | null
}

export type SwitchType = 'gate' | 'number' | 'text' | 'list' | 'object'
