// Restore from the archive: replay of log segments onto a copy.
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { baseOf, type Chain, chainsIn, committedBytes, type Segment } from './log-files.ts'

/** An archive that cannot be used; the message is for the operator. */
export class ArchiveError extends Error {}

const damaged = (what: string): ArchiveError =>
  new ArchiveError(`the archive is damaged (${what}); choose a moment before it, or use another copy`)

/** Segments of one log generation, in order and without gaps. */
function generationsOf({ segments }: Pick<Chain, 'segments'>): Segment[][] {
  const lives: Segment[][] = []
  let last: Segment | null = null
  for (const segment of segments) {
    const goesOn = last !== null && last.life === segment.life
    if (segment.number !== (last?.number ?? 0) + 1 || segment.from !== (goesOn ? last!.to : 0))
      throw damaged(`something is missing before ${segment.file}`)
    if (goesOn) lives.at(-1)!.push(segment)
    else lives.push([segment])
    last = segment
  }
  return lives
}

async function unpack(from: string, to: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(from), createGunzip(), to).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('Z_') ? damaged(`${from}: ${error.message}`) : error
  })
}

/**
 * SQLite silently replays the log only up to the first fault, as after a crash, so the log is verified before. No
 * statement is prepared on that connection, because it would keep the connection open.
 */
async function replayGeneration(file: string, segments: readonly Segment[]): Promise<void> {
  const log = `${file}-wal`
  for (const segment of segments) await unpack(segment.file, createWriteStream(log, { flags: 'a', mode: 0o600 }))
  const { life, to } = segments.at(-1)!
  if (committedBytes(log, life) !== to) throw damaged(`a segment of the log ${life} was altered`)
  const store = new DatabaseSync(file)
  try {
    store.exec('select count(*) from sqlite_master; pragma wal_checkpoint(truncate)')
  } finally {
    store.close()
  }
  if (existsSync(log) && statSync(log).size > 0) throw damaged(`the log ${life} does not fit its store`)
  rmSync(log, { force: true })
}

/** The newest archived moment not after `at`, and its chain. */
export function findMoment(archive: string, at: number): { chain: Chain; moment: number } {
  const chains = chainsIn(archive)
  if (chains.length === 0) throw new ArchiveError(`${archive} is no archive of a store`)
  const chain = chains.findLast(({ startedAt }) => startedAt <= at)
  if (chain === undefined) throw new ArchiveError('the archive begins later than that moment')
  const after = chain.segments.findIndex(({ moment }) => moment > at)
  const segments = after === -1 ? chain.segments : chain.segments.slice(0, after)
  return { chain: { ...chain, segments }, moment: segments.at(-1)?.moment ?? chain.startedAt }
}

/** Restores the store as of that moment. The file gets its final name only when it is complete. */
export async function rebuild(chain: Chain, file: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    await unpack(baseOf(chain.folder), createWriteStream(partial, { mode: 0o600 }))
    for (const life of generationsOf(chain)) await replayGeneration(partial, life)
    renameSync(partial, file)
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${partial}${ending}`, { force: true })
  }
}
