// Core time of processes and threads from /proc, in milliseconds. Unlike wall time it does not grow while other programs run.
// On systems without /proc every function returns NaN.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

function scheduleOf(pid, thread, column = 0) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[column]) / 1e6
  } catch {
    return Number.NaN
  }
}

export const mainThreadMs = (pid) => scheduleOf(pid, pid)

/** Last value of every thread by process: the time of a thread that has ended still counts. */
const threadTimes = new Map()

export function allThreadsMs(pid) {
  if (!threadTimes.has(pid)) threadTimes.set(pid, new Map())
  const threads = threadTimes.get(pid)
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) threads.set(thread, scheduleOf(pid, thread) || 0)
    return [...threads.values()].reduce((sum, ms) => sum + ms, 0)
  } catch {
    return Number.NaN
  }
}

/** The clock that all threads of this process share, and how long a main thread has been ready to run without a core. */
export const momentOf = (pid) => ({ now: Number(process.hrtime.bigint()) / 1e6, waited: scheduleOf(pid, pid, 1) })

/** The kernel counts the time of processes in hundredths of a second. */
const TICK_MS = 10

/** Fields of `/proc/<pid>/stat` after the command name: parent, own time, time of children that have ended. */
function statOf(pid) {
  const fields = /\) (.*)/.exec(readFileSync(join('/proc', String(pid), 'stat'), 'utf8'))[1].split(' ')
  const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]))
  return { parent, ownMs: (user + system) * TICK_MS, endedMs: (childUser + childSystem) * TICK_MS }
}

export const processMs = (pid) => statOf(pid).ownMs

/** A process and its children: all backends of a PostgreSQL server. */
export function processTreeMs(pid) {
  const { ownMs, endedMs } = statOf(pid)
  let sum = ownMs + endedMs
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      const child = statOf(name)
      if (child.parent === pid) sum += child.ownMs
    } catch {
      // The child has ended meanwhile; its parent has its time.
    }
  return sum
}
