// Files with secrets: complete or absent, and readable by their owner only.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Ambient } from './ambient.ts'

const PRIVATE = 0o600

/** An empty file counts as missing: older versions left one behind when the disk was full. */
export const hasContent = (file: string): boolean => existsSync(file) && statSync(file).size > 0

function withHandle(path: string, flags: 'r' | 'wx', use: (handle: number) => void): void {
  const handle = openSync(path, flags, PRIVATE)
  try {
    use(handle)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes and flushes a temporary file beside `file`, lets `publish` give it its name, and flushes the folder. */
function writeThenPublish(
  file: string,
  text: string,
  ambient: Pick<Ambient, 'secret'>,
  publish: (partial: string) => void,
): void {
  const partial = `${file}.${ambient.secret(6).toString('hex')}.partial`
  const bytes = Buffer.from(text)
  try {
    withHandle(partial, 'wx', (handle) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
    })
    publish(partial)
  } finally {
    rmSync(partial, { force: true })
  }
  // Windows has no folder handles to flush.
  if (process.platform !== 'win32') withHandle(dirname(file), 'r', () => {})
}

/** Unlike a rename, a link fails if the file exists. */
function linkOrRename(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch (error) {
    // Another process created the file in the meantime, and its content is valid.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    // Some file systems have no hard links.
    renameSync(partial, file)
  }
}

/** Creates a file. One with content that another process creates at the same time stays. */
export function createPrivateFile(file: string, text: string, ambient: Pick<Ambient, 'secret'>): void {
  writeThenPublish(file, text, ambient, (partial) => {
    if (existsSync(file) && !hasContent(file)) rmSync(file)
    linkOrRename(partial, file)
  })
}

/** Creates a file, or replaces an existing one. */
export const replacePrivateFile = (file: string, text: string, ambient: Pick<Ambient, 'secret'>): void =>
  writeThenPublish(file, text, ambient, (partial) => renameSync(partial, file))
