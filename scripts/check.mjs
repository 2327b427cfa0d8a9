// npm run check: types, lint, format, import rules and unused code, and checks that each tool has read the sources.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, packages, root } from './setup.mjs'

install()
build()

const bin = (name) => join(root, 'node_modules/.bin', name)
const failures = []
const steps = []

/** `inspect` says what is wrong although the command ended well, from what it printed. */
function step(name, command, args, inspect = () => null) {
  steps.push({ name, command, args, inspect })
}

async function run({ name, command, args, inspect }) {
  const started = process.hrtime.bigint()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      printed[stream] += chunk
    })
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const fault = status === 0 ? inspect(printed.stdout) : `${printed.stdout}${printed.stderr}`.trim()
  const seconds = Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000
  console.log(`${fault === null ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  if (fault !== null) {
    failures.push(name)
    console.log(fault)
  }
}

/** Two lanes for two cores: the compilers one after the other, because the second reads what the first writes. */
const isCompiler = ({ command }) => command === bin('tsc')
async function runLane(lane) {
  for (const next of lane) await run(next)
}
const runAll = () => Promise.all([steps.filter(isCompiler), steps.filter((s) => !isCompiler(s))].map(runLane))

const sources = packages.flatMap((name) =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
  ),
)

const isThere = (path) => existsSync(join(root, path))

const unbuilt = () => {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const missing = packages.filter((name) => !references.some(({ path }) => path === `packages/${name}`))
  return missing.length === 0 ? null : `tsconfig.json has no reference to packages/${missing.join(', packages/')}`
}

step('types', bin('tsc'), ['-b'], unbuilt)
step('types of tests, scripts and benchmarks', bin('tsc'), ['-p', 'tsconfig.tests.json', '--noEmit'])
step('lint and format', bin('biome'), ['ci', '.'])
// A tool that cannot parse the sources reports nothing wrong, so the count of what it saw is part of the check.
step(
  'import rules',
  bin('depcruise'),
  [
    ...packages.flatMap((name) => ['src', 'test'].map((part) => join('packages', name, part))).filter(isThere),
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  ],
  (out) => {
    const { summary, modules } = JSON.parse(out)
    const seen = modules.filter(
      (module) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(module.source) && !module.source.endsWith('.test.ts'),
    )
    if (seen.length < sources.length) return `saw ${seen.length} of ${sources.length} modules`
    if (summary.totalDependenciesCruised < sources.length) return 'saw no imports'
    return summary.error > 0 ? summary.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`).join('\n') : null
  },
)
step('client as the contract makes it', process.execPath, ['packages/client/scripts/generate.mjs', '--check'])
// Clock, randomness and environment are each read in one module; all other code receives them as parameters.
step('time, chance and environment', process.execPath, ['scripts/ambient-check.mjs'])
// A table is written by the module that owns it.
step('owners of tables', process.execPath, ['scripts/table-check.mjs'])
// A word has one meaning.
step('names of types', process.execPath, ['scripts/name-check.mjs'])
// Names are nouns and verbs.
step('identifiers', process.execPath, ['scripts/identifier-check.mjs'])
// A function has at most four positions, a file at most 600 lines.
step('shape of functions and files', process.execPath, ['scripts/shape-check.mjs'])
step('unused code', bin('knip'), ['--no-progress'])

await runAll()
console.log(failures.length === 0 ? `\nchecked ${sources.length} modules` : `\nfailed: ${failures.join(', ')}`)
process.exit(failures.length === 0 ? 0 : 1)
