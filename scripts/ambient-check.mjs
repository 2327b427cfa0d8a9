// Only platform/core/ambient.ts of the server may ask for the time, for chance or for ids, and only its entry points may read the
// environment. Pages and the client are left out: they run in somebody else's program.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages, root } from './setup.mjs'

const RULES = [
  {
    what: 'time or chance outside platform/core/ambient.ts',
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\b|\brandomUUID\b|\bperformance\.now\(/,
    allowed: /^server\/src\/platform\/core\/ambient\.ts$/,
  },
  {
    what: 'the environment outside config.ts and the entry points',
    pattern: /\bprocess\.env\b/,
    allowed: /^server\/src\/(platform\/config\/config\.ts$|app\/)|^mcp\/src\/main\.ts$/,
  },
]

const folder = join(root, 'packages')
const files = packages
  .filter((name) => name !== 'web' && name !== 'client')
  .flatMap((name) => readdirSync(join(folder, name, 'src'), { recursive: true }).map((file) => join(name, 'src', file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const faults = files.flatMap((file) => {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return RULES.flatMap(({ what, pattern, allowed }) =>
    allowed.test(file) ? [] : lines.flatMap((line, n) => (pattern.test(line) ? [`${file}:${n + 1}: ${what}`] : [])),
  )
})
// The rules must be able to fail: in the one module that they allow, they match.
const ambient = readFileSync(join(folder, 'server/src/platform/core/ambient.ts'), 'utf8')
if (!RULES[0].pattern.test(ambient)) faults.push('the rule about time and chance no longer finds anything')
for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 && files.length > 0 ? 0 : 1)
