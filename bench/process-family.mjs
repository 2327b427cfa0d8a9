// Core time of a process and of those it started, from /proc, in milliseconds; threads and children that have ended count, too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

/** Fields of `/proc/<pid>/stat` behind the name, which may hold anything: parent, own time, time of children that were waited for. */
function statOf(pid) {
  const fields = /\) (.*)/.exec(readFileSync(join('/proc', String(pid), 'stat'), 'utf8'))[1].split(' ')
  const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]))
  return { parent, ownMs: (user + system) * TICK_MS, endedMs: (childUser + childSystem) * TICK_MS }
}

export const processMs = (pid) => statOf(pid).ownMs

export function familyMs(pid) {
  const { ownMs, endedMs } = statOf(pid)
  let sum = ownMs + endedMs
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      const child = statOf(name)
      if (child.parent === pid) sum += child.ownMs
    } catch {
      // It ended meanwhile, and its parent has its time.
    }
  return sum
}
