/** Twenty thousand in every run, the engines taking their shares; more by hand. */
const ALL = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** What reads is asked until every refusal of its routes was seen, which takes so many; the rest goes to every door. */
const READING_MAX = 60_000

export const readingShare = (engines: number): number => Math.ceil(Math.min((ALL * 3) / 4, READING_MAX) / engines)
export const doorShare = (engines: number): number => Math.ceil(ALL / engines) - readingShare(engines)
