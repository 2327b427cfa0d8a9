// npm run coverage: what share of each room's statements the unit tests reach. Stories and campaigns are not counted:
// they run what was compiled, mostly in other processes, and reach nearly everything without saying whether it is right.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, install, root } from './setup.mjs'

/** packages/server/src/stores/city/map/route.ts stands in the room server/city. */
function roomOf(file) {
  const [, name, , ...rest] = relative(root, file).split('/')
  return rest.length > 1 ? `${name}/${rest[0]}` : name
}

function printRooms(files) {
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
    printRooms(files)
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
