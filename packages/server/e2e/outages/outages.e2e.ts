import { describe, expect, it } from 'vitest'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { plant } from '../../test/planted.ts'
import { LONG, PLANTED, SHORT } from './faults.ts'
import { combineReports, outageCampaign, RECOVERED_WITHIN_S, tableOf } from './report.ts'

const isLong = process.env.OUTAGES === 'long'
const say = (line: string) => process.stderr.write(`  ${line}\n`)

describe.runIf(HAS_CLUSTER)('outages under load', () => {
  it('the chaos test finds the planted fault of each of its counters', async () => {
    const planted = plant(
      // Deaths: nobody listens to a connection that dies at work.
      { file: 'postgres.js', from: "client.on('error', onError);", to: '' },
      // Lost writes: every twentieth commit is none.
      {
        file: 'postgres.js',
        from: /\[\.\.\.factStatements\(facts\), COMMIT\]([\s\S]*?)if \(answers[^;]*;/,
        to: "[Math.random() < 0.05 ? { text: 'rollback', values: [] } : COMMIT]$1",
      },
      // Doubled acts: a value is claimed anew each time.
      {
        file: 'idempotency.js',
        from: ".digest('base64url');\n    return { worldId, id };",
        to: ".digest('base64url') + Math.random();\n    return { worldId, id };",
      },
      // Overrun caps: a counter without its cap.
      { file: 'budgets.js', from: ".where('budgets.used', '<', param('cap'))", to: '' },
      // False answers: whoever knows an epoch goes on with it.
      {
        file: 'redis-scripts.js',
        from: "if ARGV[1] ~= '' and current ~= ARGV[1] then return {0, current} end",
        to: '',
      },
      // Requests over 5 s.
      { file: 'postgres-watch.js', from: 'const ABORT_MS = 4_000;', to: 'const ABORT_MS = 60_000;' },
      // Slow recovery: a store that was away is not found again for a while, however soon it is back.
      {
        file: 'postgres-watch.js',
        from: 'const seconds = (elapsed() - away.since) / 1_000;',
        to: 'const seconds = (elapsed() - away.since) / 1_000; if (seconds < 9) return;',
      },
    )
    try {
      const report = await outageCampaign(PLANTED, { main: planted.main, say })
      const found = {
        deaths: report.deaths > 0,
        lost: report.lost.length > 0,
        doubled: report.doubled.length > 0,
        overruns: report.overruns.length > 0,
        falseAnswers: report.falseAnswers.length > 0,
        slow: report.slow.length > 0,
        recovery: report.faults.some(({ recoverySeconds }) => recoverySeconds > RECOVERED_WITHIN_S),
      }
      expect(Object.entries(found).filter(([, isFound]) => !isFound)).toEqual([])
    } finally {
      planted.remove()
    }
  })

  it(
    'loses nothing, does nothing twice, answers within 5 s and recovers within 2 s',
    async () => {
      const [faults, strikes] = isLong ? [LONG, 1] : [SHORT, 3]
      let report = await outageCampaign(faults, { say, strikes })
      // The last fault leaves no fixture to repeat it in.
      const last = faults.slice(-1)
      for (let strike = 1; strike < strikes && report.faults.at(-1)!.recoverySeconds > RECOVERED_WITHIN_S; strike += 1)
        report = combineReports(report, await outageCampaign(last, { say }))
      say(tableOf(report).replaceAll('\n', '\n  '))
      expect(report.acknowledged).toBeGreaterThan(100)
      expect({ ...report, faults: [], acknowledged: 0 }).toEqual({
        faults: [],
        acknowledged: 0,
        lost: [],
        doubled: [],
        overruns: [],
        slow: [],
        falseAnswers: [],
        deaths: 0,
      })
      for (const { fault, recoverySeconds, servedOnForeign } of report.faults)
        expect({ fault, recovered: recoverySeconds <= RECOVERED_WITHIN_S, servedOnForeign }).toEqual({
          fault,
          recovered: true,
          servedOnForeign: 0,
        })
    },
    isLong ? 3_600_000 : 600_000,
  )
})
