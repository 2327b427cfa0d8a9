// npm run coverage: the share of statements per module that unit tests execute. Integration and end-to-end tests are not
// counted: they run compiled code, mostly in other processes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, install, root } from './setup.mjs'

/** Package and first folder: `server/stores` for packages/server/src/stores/city/map/route.ts. */
function moduleOf(file) {
  const [, name, , ...rest] = relative(root, file).split('/')
  return rest.length > 1 ? `${name}/${rest[0]}` : name
}

function printModules(files) {
  const modules = new Map()
  for (const [file, { statements }] of Object.entries(files)) {
    const module = modules.get(moduleOf(file)) ?? { covered: 0, total: 0, unloaded: [] }
    module.covered += statements.covered
    module.total += statements.total
    if (statements.total > 0 && statements.covered === 0) module.unloaded.push(file)
    modules.set(moduleOf(file), module)
  }
  console.log('\nstatements reached by unit tests alone, and files that none of them loads')
  for (const [name, { covered, total, unloaded }] of [...modules].sort(([a], [b]) => a.localeCompare(b)))
    if (total > 0)
      console.log(
        `${String(Math.round((100 * covered) / total)).padStart(4)} %  ${name.padEnd(22)} ${String(unloaded.length).padStart(3)}`,
      )
  if (process.argv.includes('--files'))
    for (const { unloaded } of modules.values()) for (const file of unloaded) console.log(relative(root, file))
}

/** Runs the unit tests with this program; false if one of them fails. */
export function cover(node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
  try {
    const { status } = spawnSync(
      node,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--project', 'unit', '--reporter', 'dot', '--coverage.enabled', '--coverage.provider', 'v8'],
        ...['--coverage.reporter', 'json-summary', '--coverage.reportsDirectory', folder],
        ...['--coverage.include', 'packages/*/src/**/*.ts', '--coverage.exclude', '**/*.test.ts'],
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, CHESS_GAMES: '6' } },
    )
    if (status !== 0) return false
    const { total: _, ...files } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'))
    printModules(files)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  build()
  process.exit(cover() ? 0 : 1)
}
