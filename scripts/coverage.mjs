// npm run coverage: what share of each room's statements the unit tests reach. Stories and campaigns are not counted:
// they run what was compiled, mostly in other processes, and reach nearly everything without saying whether it is right.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, install, root } from './setup.mjs'

install()
build()
const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'unit', '--reporter', 'dot', '--coverage.enabled', '--coverage.provider', 'v8'],
    ...['--coverage.reporter', 'json-summary', '--coverage.reportsDirectory', folder],
    ...['--coverage.include', 'packages/*/src/**/*.ts', '--coverage.exclude', '**/*.test.ts'],
  ],
  { cwd: root, stdio: 'inherit' },
)
if (status !== 0) process.exit(1)
const { total: _, ...files } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'))
rmSync(folder, { recursive: true, force: true })

/** packages/server/src/city/map/route.ts stands in the room server/city. */
function roomOf(file) {
  const [, name, , ...rest] = relative(root, file).split('/')
  return rest.length > 1 ? `${name}/${rest[0]}` : name
}

const rooms = new Map()
for (const [file, { statements }] of Object.entries(files)) {
  const room = rooms.get(roomOf(file)) ?? { covered: 0, total: 0, untouched: [] }
  room.covered += statements.covered
  room.total += statements.total
  if (statements.total > 0 && statements.covered === 0) room.untouched.push(file)
  rooms.set(roomOf(file), room)
}
console.log('\nstatements reached by unit tests alone, and files that none of them loads')
for (const [name, { covered, total, untouched }] of [...rooms].sort(([a], [b]) => a.localeCompare(b)))
  if (total > 0)
    console.log(
      `${String(Math.round((100 * covered) / total)).padStart(4)} %  ${name.padEnd(22)} ${String(untouched.length).padStart(3)}`,
    )
if (process.argv.includes('--files'))
  for (const { untouched } of rooms.values()) for (const file of untouched) console.log(relative(root, file))
