// Number of fuzz requests for reading routes and for all protocols.
import { ENGINES } from '../../test/harness.ts'

/** All there are, or the one that is named. */
export const FUZZED = ENGINES.filter((engine) => (process.env.FUZZ_ENGINE ?? engine) === engine)

/** Twenty thousand in every run, the engines taking their shares; more by hand. */
const ALL = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** Requests needed until every error of the reading routes was seen; the others go to all protocols. */
const READING_MAX = 60_000

const readingShare = Math.min((ALL * 3) / 4, READING_MAX)
export const READING = Math.ceil(readingShare / FUZZED.length)
export const AT_PROTOCOLS = Math.ceil((ALL - readingShare) / FUZZED.length)
