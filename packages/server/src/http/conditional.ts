import { type Answer, type Coding, textBody } from './answer.ts'

/** Strong, and one for each coding: two forms of one text are not the same bytes (RFC 9110, 8.8.3). */
export const etagOf = (tag: string, coding: Coding | null): string =>
  coding === null ? `"${tag}"` : `"${tag}-${coding}"`

/** Weak comparison, as conditional reads want it (RFC 9110, 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** The same answer without its bytes, for a caller who has them. */
export const unchanged = (answer: Answer): Answer => ({ ...answer, status: 304, body: textBody('') })
