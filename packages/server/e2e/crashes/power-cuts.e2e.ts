import { describe, expect, it } from 'vitest'
import { plant } from '../../test/planted.ts'
import { describeCrashes } from './crash-run.ts'
import { hasPowerDisk, openPowerDisk } from './power-disk.ts'

/** `POWER_CUTS=500 npm run campaign -- crashes --run power-cuts` for the long run. */
const CUTS = Number(process.env.POWER_CUTS ?? 3)
const SEED = Number(process.env.CRASH_SEED ?? 1)
const HAS_DISK = hasPowerDisk()
if (!HAS_DISK) process.stderr.write('  power cuts skipped: they need root, loop devices and xfsprogs\n')

/** Runs the crash test on a disk that loses its power at each crash. */
async function describeCuts(cuts: number, main?: string) {
  const disk = openPowerDisk()
  try {
    const say = (line: string) => process.stderr.write(`  ${line}\n`)
    return await describeCrashes({ engine: 'sqlite', crashes: cuts, seed: SEED, main, disk, say })
  } finally {
    disk.remove()
  }
}

describe.runIf(HAS_DISK)('acts and power cuts', () => {
  it('the chaos test finds a server that leaves flushing to the operating system', { timeout: 240_000 }, async () => {
    const planted = plant({ file: 'sqlite.js', from: /synchronous: 2/, to: 'synchronous: 0' })
    try {
      await expect(describeCuts(5, planted.main)).rejects.toThrow(
        /: \d+ faults|did not start|malformed|INVALID_API_KEY/,
      )
    } finally {
      planted.remove()
    }
  })

  it('keeps what was answered and does nothing twice', { timeout: 120_000 + CUTS * 20_000 }, async () => {
    const report = await describeCuts(CUTS)
    process.stderr.write(`  ${CUTS} power cuts: ${JSON.stringify(report)}\n`)
    expect(report.answered).toBeGreaterThan(0)
  })
})
