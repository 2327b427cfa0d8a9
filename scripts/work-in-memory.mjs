// Stories kill our processes, never the machine, so what they store may lie in memory: the same calls flush it, and
// none of them waits for a disk.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often have 64 MB of it, which would be full in the middle of a story. */
const ENOUGH_BYTES = 4 * 1024 ** 3

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** From here on temporary folders of this process and its children are made in memory, where there is enough of it. */
export function workInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return { remove() {} }
  const folder = mkdtempSync(join(MEMORY, 'agent-network-'))
  // PostgreSQL runs as another user and has to pass through.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return {
    remove() {
      // Whoever goes on after this needs a temporary folder that exists.
      delete process.env.TMPDIR
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
