import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Key digests and private messages are in whatever is written here. */
const PRIVATE = 0o600

async function flush(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode)
  await handle.sync().finally(() => handle.close())
}

/** The file has its name only once its bytes are on the disk; an earlier file of that name stays until then. */
export async function writeDurably(file: string, write: (to: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  try {
    await write(createWriteStream(partial, { flags: 'wx', mode: PRIVATE }))
    await flush(partial, 'r+')
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  // Windows has no handle to a folder that could be flushed.
  if (process.platform !== 'win32') await flush(dirname(file), 'r')
}
