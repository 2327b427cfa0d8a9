/** A JSON object whose members are not looked at yet. */
export type Members = Readonly<Record<string, unknown>>

/** Null and lists are no objects of JSON. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members | null => (isMembers(value) ? value : null)
