import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A chain is a folder: a copy of the store, and what its write-ahead log held since. */
export interface Chain {
  readonly folder: string
  /** When the copy was taken. */
  readonly startedAt: number
  /** In the order in which they were written. */
  readonly segments: readonly Segment[]
}

/** Bytes of one life of the log. A life ends when the log is begun anew, with other salts in its header. */
export interface Segment {
  readonly file: string
  readonly number: number
  readonly life: string
  readonly from: number
  readonly to: number
  /** Everything that was acknowledged before is in it or in an earlier one. */
  readonly moment: number
}

const BASE = 'base.db.gz'
export const baseOf = (folder: string): string => join(folder, BASE)

/** Names sort as they were made. */
export const chainFolder = (archive: string, at: number): string => join(archive, String(at).padStart(14, '0'))

export const segmentName = ({ number, life, from, to, moment }: Omit<Segment, 'file'>): string =>
  `${String(number).padStart(8, '0')}-${life}-${from}-${to}-${moment}.gz`

const SEGMENT = /^(\d{8})-([0-9a-f]{16})-(\d+)-(\d+)-(\d+)\.gz$/

function segmentsIn(folder: string): Segment[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const parts = SEGMENT.exec(name)
      if (parts === null) return []
      const [number, from, to, moment] = [parts[1], parts[3], parts[4], parts[5]].map(Number) as [
        number,
        number,
        number,
        number,
      ]
      return [{ file: join(folder, name), number, life: parts[2]!, from, to, moment }]
    })
}

/** Those of chains, oldest first, whether whole or not. */
export const foldersIn = (archive: string): string[] =>
  (existsSync(archive) ? readdirSync(archive) : [])
    .filter((name) => /^\d{14}$/.test(name))
    .sort()
    .map((name) => join(archive, name))

/** Whole ones, oldest first: one whose copy was not finished is none. */
export const chainsIn = (archive: string): Chain[] =>
  foldersIn(archive)
    .filter((folder) => existsSync(baseOf(folder)))
    .map((folder) => ({ folder, startedAt: Number(basename(folder)), segments: segmentsIn(folder) }))

/** Compressed, of the largest copy: about what a store of it needs. */
export const archiveBytes = (archive: string): number =>
  Math.max(0, ...chainsIn(archive).map(({ folder }) => statSync(baseOf(folder)).size))

/** 0 where there is none. */
export function newestMoment(archive: string): number {
  const folder = foldersIn(archive).at(-1)
  return folder === undefined ? 0 : (segmentsIn(folder).at(-1)?.moment ?? Number(basename(folder)))
}
