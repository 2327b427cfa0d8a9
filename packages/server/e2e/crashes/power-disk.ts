// A disk image for power cuts: a reflinked copy keeps what the file system had written at that moment and nothing later.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../test/processes.ts'

export interface PowerDisk {
  readonly folder: string
  /** Copies the image while the disk is in use: the contents after a power cut. */
  cutPower(): void
  /** Mounts that copy in place of the disk. */
  restorePower(): void
  remove(): void
}

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** An ext4 image on an XFS image, which can copy files by reference. Needs root, loop devices and xfsprogs. */
export function openPowerDisk(): PowerDisk {
  const base = tempFolder()
  const [outer, images, folder] = [join(base, 'outer.img'), join(base, 'images'), join(base, 'disk')]
  const [image, copy] = [join(images, 'disk.img'), join(images, 'copy.img')]
  mkdirSync(images)
  mkdirSync(folder)
  const remove = (): void => {
    for (const mounted of [folder, images])
      try {
        run('umount', '-l', mounted)
      } catch {
        // It was not mounted.
      }
    rmSync(base, { recursive: true, force: true })
  }
  try {
    run('truncate', '-s', '3G', outer)
    run('mkfs.xfs', '-q', outer)
    run('mount', '-o', 'loop', outer, images)
    run('truncate', '-s', '1G', image)
    run('mkfs.ext4', '-q', image)
    run('mount', '-o', 'loop', image, folder)
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    cutPower: () => run('cp', '--reflink=always', image, copy),
    restorePower() {
      // The old image goes on in the background until its last file is closed.
      run('umount', '-l', folder)
      renameSync(copy, image)
      run('mount', '-o', 'loop', image, folder)
    },
    remove,
  }
}

/** Whether this machine can make one. */
export function hasPowerDisk(): boolean {
  try {
    openPowerDisk().remove()
    return true
  } catch {
    return false
  }
}
