// Shared by the entry scripts. Plain Node, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Names of the packages. Whatever concerns all of them goes through this list. */
export const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)

const say = (text) => process.stderr.write(`${text}\n`)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  say(`agent-network needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(1)
}

function run(command, args, doing) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.status !== 0) {
    say(`agent-network: ${doing} failed (${command} ${args.join(' ')})`)
    process.exit(1)
  }
}

/** Installs from the lock file unless exactly that lock file was installed before, with at least those packages. */
function installPackages(which, omitted) {
  const mark = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (installed === wanted || installed === `${wanted}${which}`) return
  say('  installing packages …')
  // What was fetched before is named by its digest and need not be asked for again.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', omitted, ...options], 'installing packages')
  writeFileSync(mark, `${wanted}${which}`)
}

/** Everything, with what tests and checks use. */
export const install = () => installPackages('', '--include=dev')

/** What `npm start` uses, which is a third of it. */
export const installToRun = () => installPackages(' to run', '--omit=dev')

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0)

/** Removes what was compiled from files that have moved or gone since: it would still be found under its old path. */
function removeStale(name) {
  const [sources, compiled] = ['src', 'dist'].map((part) => join(root, 'packages', name, part))
  if (!existsSync(compiled)) return
  for (const file of readdirSync(compiled, { recursive: true })) {
    const source = /^(.*?)(?:\.d)?\.[jt]s(?:\.map)?$/.exec(file)?.[1]
    if (source !== undefined && !existsSync(join(sources, `${source}.ts`))) rmSync(join(compiled, file))
  }
}

const isNewest = (stamp, names) =>
  existsSync(stamp) &&
  statSync(stamp).mtimeMs > Math.max(...names.map((name) => newest(join(root, 'packages', name, 'src'))))

/** What `npm start` runs: the server and the pages as bundles, made from the sources, when one of them is newer. */
export function buildProgram() {
  const stamp = join(root, 'packages/server/program/.built')
  if (isNewest(stamp, packages)) return
  say('  bundling …')
  for (const name of ['web', 'server'])
    run(process.execPath, [join(root, `packages/${name}/scripts/bundle.mjs`)], `bundling packages/${name}`)
  writeFileSync(stamp, '')
}

/**
 * All of it, each module as a file of its own too, when a source is newer than the last build: for tests, benchmarks and
 * packages. Types are not checked, which would take three times as long as the rest: that is a step of `npm run check`.
 */
export function build() {
  buildProgram()
  const stamp = join(root, 'packages/server/dist/.built')
  if (isNewest(stamp, packages)) return
  say('  compiling …')
  // Pages are bundled into files of other names.
  for (const name of packages.filter((candidate) => candidate !== 'web')) removeStale(name)
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', '--noCheck'], 'compiling')
  writeFileSync(stamp, '')
}
