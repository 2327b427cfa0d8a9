// Differences between two values of an audit entry.
/** One changed member with its old and new value; `undefined` if unknown. */
export interface Difference {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The changed members. Members of objects, such as an overlay, are compared one level deep. */
export function differences(before: unknown, after: unknown): Difference[] {
  if (!isRecord(after)) return []
  const old = isRecord(before) ? before : {}
  return Object.entries(after).flatMap(([name, now]) => {
    const was = Object.hasOwn(old, name) ? old[name] : undefined
    if (!isRecord(now) || !isRecord(was)) return [{ name, before: was, after: now }]
    const members = [...new Set([...Object.keys(was), ...Object.keys(now)])]
    return members
      .filter((member) => JSON.stringify(was[member]) !== JSON.stringify(now[member]))
      .map((member) => ({ name: `${name}.${member}`, before: was[member], after: now[member] }))
  })
}

/** A value on one line. */
export const written = (value: unknown): string => {
  if (value === undefined) return '—'
  const text = JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
