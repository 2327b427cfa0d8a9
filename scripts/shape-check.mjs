// Biome fails on functions with more than four positions (useMaxParams) and on files past 600 lines
// (noExcessiveLinesPerFile). A function that silences the first is
// listed in the table of docs/explanation/style.md. The second has no exceptions.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages, root } from './setup.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const faults = []

const { linter, overrides } = JSON.parse(read('biome.json'))
if (linter.rules.style.noExcessiveLinesPerFile?.options?.maxLines !== 600)
  faults.push('biome.json: no limit of 600 lines per file')
if (!overrides.some(({ linter }) => linter.rules.complexity?.useMaxParams === 'error'))
  faults.push('biome.json: useMaxParams is off')

const IGNORED = /biome-ignore\S* lint(?:\/\w+)?(?:\/(\w+))?:.*\n\s*(?:export )?(?:async )?(?:const|function\*?) (\w+)/g
const SILENCED =
  /biome-ignore\S* (?:lint|lint\/complexity|lint\/complexity\/useMaxParams|lint\/style|lint\/style\/noExcessiveLinesPerFile):/g
const silenced = new Set()
let seen = 0
for (const name of packages)
  for (const file of readdirSync(join(root, 'packages', name, 'src'), { recursive: true })) {
    if (!/\.tsx?$/.test(file) || file.endsWith('.test.ts')) continue
    seen += 1
    const text = read(join('packages', name, 'src', file))
    const known = [...text.matchAll(IGNORED)].filter(([, rule]) => rule === 'useMaxParams')
    for (const [, , named] of known) silenced.add(`${name === 'server' ? '' : `${name}/`}${file} ${named}`)
    if ((text.match(SILENCED) ?? []).length > known.length) faults.push(`${file}: silences more than one function`)
  }
if (seen < 500) faults.push(`saw only ${seen} modules`)

const listed = new Set()
for (const [, file, names] of read('docs/explanation/style.md').matchAll(/^\| `([\w/.-]+\.ts)` \| (`.*?`) \|/gm))
  for (const [, named] of names.matchAll(/`(\w+)`/g)) listed.add(`${file} ${named}`)
for (const each of silenced)
  if (!listed.has(each)) faults.push(`${each}: not in the table of docs/explanation/style.md`)
for (const each of listed)
  if (!silenced.has(each)) faults.push(`${each}: in docs/explanation/style.md, but needs no exception`)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
