// npm run crash -- --crashes 500: kills the server under load so many times, and checks after each that whatever was
// answered holds, once, and that nothing else does. Says what it met every few crashes; the seed repeats its acts.
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { crashes: { type: 'string' }, seed: { type: 'string' } } })
const crashes = Number(values.crashes ?? 25)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!Number.isInteger(crashes) || crashes < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run crash -- [--crashes N] [--seed N]\n')
  process.exit(1)
}
process.env.CRASHES = String(crashes)
process.env.CRASH_SEED = String(seed)
process.argv.splice(2, Number.POSITIVE_INFINITY, 'packages/server/test/visitors-crash.test.ts')
await import('./test.mjs')
