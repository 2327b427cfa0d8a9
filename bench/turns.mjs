// Two servers under the same load, in turns within one run: what slows the machine slows both.
import { load, together } from './load.mjs'
import { cpuMs } from './servers.mjs'

const WARM_UP_SECONDS = 1

/** One stretch of load, with the core time its answers took. */
export async function stretch({ port, pid }, seconds, traffic, cpuOf = cpuMs) {
  const before = cpuOf(pid)
  const run = await load(port, seconds, traffic)
  return { ...run, cpu: cpuOf(pid) - before }
}

export const compared = (ours, baseline) => ({
  ours,
  baseline,
  ratio: ours.perSecond / baseline.perSecond,
  cpuRatio: baseline.cpuPerRequest / ours.cpuPerRequest,
})

export async function inTurns(ours, theirs, traffic, { seconds, rounds, warmUp = WARM_UP_SECONDS }) {
  const measured = { ours: [], theirs: [] }
  for (const side of [ours, theirs]) await stretch(side, warmUp, traffic)
  for (let n = 0; n < rounds; n++) {
    measured.ours.push(await stretch(ours, seconds / rounds, traffic))
    measured.theirs.push(await stretch(theirs, seconds / rounds, traffic))
  }
  return compared(together(measured.ours), together(measured.theirs))
}
