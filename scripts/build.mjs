// npm run build: installs, checks types, compiles every package and bundles what `npm start` runs.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './setup.mjs'

install()
const STEPS = [['node_modules/typescript/bin/tsc', '-b'], ['scripts/bundle.mjs']]
for (const [script, ...args] of STEPS) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
