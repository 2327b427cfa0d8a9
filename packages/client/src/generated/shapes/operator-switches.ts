// Made from the contract by `npm run generate`.

export type OperatorSwitch = {
  /** Its name in the configuration. */
  name: string
  /** A gate is true or false. */
  type: SwitchType
  /** What it does. */
  about: string
  /** What it belongs to. */
  group: string
  /** Its value where nobody set one. */
  default: unknown
  /** Its value now, as it was stored. */
  value: unknown
  /** Whether a value of its own is stored. */
  isSet: boolean
  /** Whether the overlay of a world may differ. */
  perWorld: boolean
  /** When it was last changed; null if the last changes do not name it. */
  changedAt: string | null
  /** Who changed it; null if nobody did. */
  changedBy: string | null
}

export type SwitchType = 'gate' | 'number' | 'text' | 'list' | 'object'
