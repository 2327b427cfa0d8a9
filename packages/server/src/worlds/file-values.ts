import { iso, parseIso, UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING } from '../core/day.ts'

/** What the file says, else what is stored, else the default: importing part of an item leaves the rest of it alone. */
export const keep = <T>(given: T | undefined, stored: T | undefined, otherwise: T): T =>
  given === undefined ? (stored === undefined ? otherwise : stored) : given

export const keepFlag = (given: boolean | undefined, stored: number | undefined, otherwise: boolean): number =>
  keep(given === undefined ? undefined : given ? 1 : 0, stored, otherwise ? 1 : 0)

export const keepJson = (given: unknown, stored: string | undefined, otherwise: unknown): string =>
  keep(given === undefined ? undefined : JSON.stringify(given), stored, JSON.stringify(otherwise))

/** Null is a time nobody knows. The file's times have been parsed once already, so none of them fails here. */
export const keepTime = (
  given: string | null | undefined,
  stored: number | undefined,
  otherwise: number,
  unknown = UNKNOWN_TIME,
): number => keep(given === undefined ? undefined : given === null ? unknown : parseIso(given)!, stored, otherwise)

/** A time that a body cannot do without: null counts as left out. */
export const bodyTime = (given: string | null | undefined, stored: number | undefined, otherwise: number): number =>
  keepTime(given ?? undefined, stored, otherwise)

/** A time that may never come: null is stored as null. */
export const keepTimeOrNull = (given: string | null | undefined, stored: number | null | undefined): number | null =>
  keep(given === undefined ? undefined : given === null ? null : parseIso(given), stored, null)

/** A stored time as a file has it; null is a time nobody knows. */
export const stamp = (at: number): string | null =>
  at === UNKNOWN_TIME || at === UNKNOWN_TIME_ASCENDING ? null : iso(at)

export const stampOrNull = (at: number | null): string | null => (at === null ? null : stamp(at))
