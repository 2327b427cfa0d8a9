// npm run pack [-- folder] [-- --install [20 22 24]]: a tarball of every package that can be published, and `agent-network`, which holds the server
// with everything that it needs of this repository.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installPacked } from './install-packed.mjs'
import { build, install, root } from './setup.mjs'

const PUBLISHED = ['contract', 'chess', 'voice', 'demo-city', 'client', 'research']
const BUNDLED = PUBLISHED.map((name) => `@agent-network/${name}`)

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const packageFolder = (name) => join(root, 'packages', name)

function pack(folder, into) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm pack in ${folder}: ${stderr}`)
  return join(into, stdout.trim().split('\n').at(-1))
}

/** Compiled files without maps and marks of the compiler. */
const copyCompiled = (from, to) =>
  cpSync(from, to, { recursive: true, filter: (file) => !/\.(map|tsbuildinfo)$|\/\.built$/.test(file) })

const BIN = `#!/usr/bin/env node
// Without a word the demo is served; everything else is the command line's.
if (process.argv.length === 2) process.argv.push('serve')
await import('../packages/server/dist/app/cli/main.js')
`

/** The folders stand as in the repository, so that files find each other as they do there. */
function stageServer(stage) {
  const server = manifestOf(packageFolder('server'))
  const web = manifestOf(packageFolder('web'))
  const outside = Object.entries({ ...web.dependencies, ...server.dependencies }).filter(
    ([name]) => !name.startsWith('@agent-network/'),
  )
  const inside = BUNDLED.map((name) => [name, server.version])
  for (const name of PUBLISHED) {
    const target = join(stage, 'node_modules/@agent-network', name)
    mkdirSync(target, { recursive: true })
    copyCompiled(join(packageFolder(name), 'dist'), join(target, 'dist'))
    if (existsSync(join(packageFolder(name), 'bin')))
      cpSync(join(packageFolder(name), 'bin'), join(target, 'bin'), { recursive: true })
    const { devDependencies: _, scripts: __, ...manifest } = manifestOf(packageFolder(name))
    writeFileSync(join(target, 'package.json'), JSON.stringify(manifest, null, 2))
    outside.push(...Object.entries(manifest.dependencies ?? {}))
  }
  mkdirSync(join(stage, 'packages/server'), { recursive: true })
  copyCompiled(join(packageFolder('server'), 'dist'), join(stage, 'packages/server/dist'))
  writeFileSync(
    join(stage, 'packages/server/package.json'),
    JSON.stringify({ name: server.name, version: server.version, type: 'module', private: true }, null, 2),
  )
  // The packages that the server serves.
  cpSync(join(packageFolder('server'), 'program/packages'), join(stage, 'packages/server/program/packages'), {
    recursive: true,
  })
  const commit = join(packageFolder('server'), 'build.json')
  if (existsSync(commit)) cpSync(commit, join(stage, 'packages/server/build.json'))
  for (const part of ['pages', 'dist'])
    copyCompiled(join(packageFolder('web'), part), join(stage, 'packages/web', part))
  cpSync(join(packageFolder('demo-city'), 'seed'), join(stage, 'packages/demo-city/seed'), { recursive: true })
  // The guides are served from where they stand.
  cpSync(join(root, 'docs'), join(stage, 'docs'), { recursive: true, filter: (file) => !/\/adr(\/|$)/.test(file) })
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(stage, file))
  mkdirSync(join(stage, 'bin'))
  writeFileSync(join(stage, 'bin/agent-network.mjs'), BIN, { mode: 0o755 })
  const { description, license, repository, engines } = manifestOf(root)
  const manifest = {
    name: 'agent-network',
    version: server.version,
    description,
    license,
    repository,
    type: 'module',
    engines,
    bin: { 'agent-network': 'bin/agent-network.mjs' },
    files: ['bin', 'packages', 'docs', 'CHANGELOG.md'],
    dependencies: Object.fromEntries([...outside, ...inside].sort(([a], [b]) => (a < b ? -1 : 1))),
    bundleDependencies: BUNDLED,
    publishConfig: { access: 'public', provenance: true },
  }
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2))
}

install()
build()
const given = process.argv.slice(2)
const installing = given.indexOf('--install')
const [folder] = installing < 0 ? given : given.slice(0, installing)
const into = resolve(folder ?? join(root, 'artifacts/packages'))
mkdirSync(into, { recursive: true })
const stage = mkdtempSync(join(tmpdir(), 'agent-network-pack-'))
try {
  stageServer(stage)
  const made = [...[...PUBLISHED, 'mcp'].map((name) => pack(packageFolder(name), into)), pack(stage, into)]
  for (const file of made) console.log(file)
  const versions = given.slice(installing + 1)
  if (installing >= 0) await installPacked(made, versions.length === 0 ? ['20', '22', '24'] : versions)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
