// Shared by the entry scripts. Plain Node, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

const lockFile = join(root, 'package-lock.json')

function versionAt(path) {
  const file = join(root, path, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/** Optional packages are binaries of one platform each. A package with `libc` may be for the other C library. */
const isForThisPlatform = ({ optional, os, cpu, libc }) =>
  optional !== true ||
  (os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined)

/** The packages of the lock file that an installation on this platform has. */
const lockedPackages = () =>
  Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && entry.link !== true && isForThisPlatform(entry),
  )

/** Replaces the file: in a copy of the folder that shares its files, the other copies keep theirs. */
function writeMark(mark, text) {
  writeFileSync(`${mark}.new`, text)
  renameSync(`${mark}.new`, mark)
}

/**
 * Installs from the lock file, unless its packages are installed already. `npm ci` removes packages that it does not
 * install, so development packages are installed again if one of them is present.
 */
function installPackages({ development }) {
  const mark = join(root, 'node_modules', '.installed')
  const digest = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const [complete, toRun] = [digest, `${digest} to run`]
  const installed = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (installed === complete || (installed === toRun && !development)) return
  const locked = lockedPackages()
  const isPresent = ([path, { version }]) => versionAt(path) === version
  if (locked.every(isPresent)) return writeMark(mark, complete)
  const isDevelopment = ([, entry]) => entry.dev === true || entry.devOptional === true
  const [inDevelopment, inUse] = [locked.filter(isDevelopment), locked.filter((entry) => !isDevelopment(entry))]
  if (!development && inUse.every(isPresent)) return writeMark(mark, toRun)
  const all = development || inDevelopment.some(([path]) => versionAt(path) !== undefined)
  say('  installing packages …')
  // What was fetched before is named by its digest and need not be asked for again.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', all ? '--include=dev' : '--omit=dev', ...options], 'installing packages')
  writeMark(mark, all ? complete : toRun)
}

/** Everything, with what tests and checks use. */
export const install = () => installPackages({ development: true })

/** What `npm start` uses, which is a third of it. */
export const installToRun = () => installPackages({ development: false })

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json|mjs|py)$/.test(entry.name))
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

/** Folders with sources: of each package, its commands, and the Python client, which the server serves. */
const SOURCES = [...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/bin`]), 'python']
  .map((folder) => join(root, folder))
  .filter(existsSync)

const isNewest = (stamp) => existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...SOURCES.map(newest))

/**
 * What `npm start` runs: the server and the pages as bundles, made from the sources, when one of them is newer. Client and
 * MCP bridge are compiled too, because the server serves them and the examples import them.
 */
export function buildProgram() {
  const stamp = join(root, 'packages/server/program/.built')
  if (isNewest(stamp)) return
  say('  bundling …')
  run(process.execPath, [join(root, 'scripts/bundle.mjs')], 'bundling')
  writeFileSync(stamp, '')
}

/**
 * All of it, each module as a file of its own too, when a source is newer than the last build: for tests, benchmarks and
 * packages. Types are not checked, which would take three times as long as the rest: that is a step of `npm run check`.
 */
export function build() {
  buildProgram()
  const stamp = join(root, 'packages/server/dist/.built')
  if (isNewest(stamp)) return
  say('  compiling …')
  // Pages are bundled into files of other names.
  for (const name of packages.filter((candidate) => candidate !== 'web')) removeStale(name)
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', '--noCheck'], 'compiling')
  writeFileSync(stamp, '')
}
