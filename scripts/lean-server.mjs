// A copy of the compiled server in which libraries of many files are joined into one file each: to read a thousand files
// is more than a third of a start, and the stories that kill servers or break them start well over a hundred.
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packages, root } from './setup.mjs'

/** Each with the entries that are imported from it. */
const JOINED = { jose: ['.'], kysely: ['.'], 'libphonenumber-js': ['./max'], typebox: ['.', './compile'] }

const fileOf = (entry) => `${entry === '.' ? 'index' : entry.slice(2)}.js`

async function joinLibrary(name, entries, modules) {
  const folder = join(modules, name)
  mkdirSync(folder)
  const exports = Object.fromEntries(entries.map((entry) => [entry, `./${fileOf(entry)}`]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports }))
  const original = (entry) => import.meta.resolve(name + entry.slice(1)).slice('file://'.length)
  await build({
    entryPoints: entries.map((entry) => ({ in: original(entry), out: fileOf(entry).slice(0, -'.js'.length) })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
}

/** Returns where its program is. */
export async function makeLeanServer(folder) {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@agent-network'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && !(name in JOINED) && name !== '@agent-network')
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const [name, entries] of Object.entries(JOINED)) await joinLibrary(name, entries, modules)
  // Importers of those libraries are copied beside them; pages are only read, in the folder beside the server.
  for (const name of packages.filter((name) => name !== 'web')) {
    const place = name === 'server' ? join(folder, name) : join(modules, '@agent-network', name)
    for (const part of ['dist', 'package.json'])
      cpSync(join(root, 'packages', name, part), join(place, part), { recursive: true })
  }
  symlinkSync(join(root, 'packages/web'), join(modules, '@agent-network/web'))
  symlinkSync(join(root, 'packages/web'), join(folder, 'web'))
  return join(folder, 'server/dist/main.js')
}
