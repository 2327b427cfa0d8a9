// Number of fuzz requests for reading routes and for all protocols.
import { ENGINES } from '../../test/harness.ts'

/** All there are, or the one that is named. */
export const FUZZED = ENGINES.filter((engine) => (process.env.FUZZ_ENGINE ?? engine) === engine)

/** Twenty thousand in every run, the engines taking their shares; more by hand. */
const ALL = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** What reads is asked until every refusal of its routes was seen, which takes so many; the rest goes to every door. */
const READING_MAX = 60_000

const readingShare = Math.min((ALL * 3) / 4, READING_MAX)
export const READING = Math.ceil(readingShare / FUZZED.length)
export const AT_DOORS = Math.ceil((ALL - readingShare) / FUZZED.length)
