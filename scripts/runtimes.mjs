// npm run runtimes: the client's portable test in Deno and Bun, whose binaries come from the npm registry.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, root } from './setup.mjs'

/** Packages that hold a binary and nothing to run at installation, by major version: a mirror may lack the newest. */
const BINARIES = {
  'linux x64': {
    DENO_BINARY: ['@deno/linux-x64-glibc', '2', 'deno'],
    BUN_BINARY: ['@oven/bun-linux-x64', '1', 'bin/bun'],
  },
  'linux arm64': {
    DENO_BINARY: ['@deno/linux-arm64-glibc', '2', 'deno'],
    BUN_BINARY: ['@oven/bun-linux-aarch64', '1', 'bin/bun'],
  },
  'darwin arm64': {
    DENO_BINARY: ['@deno/darwin-arm64', '2', 'deno'],
    BUN_BINARY: ['@oven/bun-darwin-aarch64', '1', 'bin/bun'],
  },
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}

const binaries = BINARIES[`${process.platform} ${process.arch}`]
if (binaries === undefined) {
  console.log(`no Deno and Bun for ${process.platform} ${process.arch}: nothing was tested`)
  process.exit(process.env.REQUIRE_ENGINES ? 1 : 0)
}
install()
build()
// Beside the project, not in it: together they are larger than everything it depends on.
const folder = join(tmpdir(), 'agent-network-runtimes')
mkdirSync(folder, { recursive: true })
const wanted = Object.values(binaries).map(([name, version]) => `${name}@${version}`)
run('npm', [
  'install',
  '--prefix',
  folder,
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--loglevel=error',
  ...wanted,
])
const env = Object.fromEntries(
  Object.entries(binaries).map(([variable, [name, , file]]) => [variable, join(folder, 'node_modules', name, file)]),
)
for (const binary of Object.values(env)) run(binary, ['--version'])
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'packages/client/test/portable.test.ts'], env)
