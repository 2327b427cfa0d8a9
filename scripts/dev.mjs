// npm run dev: serves while you edit. The compiler and the bundler of pages watch the sources, Node watches
// what was compiled.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, install, root } from './setup.mjs'

install()
build()

const start = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const children = [
  start(join(root, 'node_modules/typescript/bin/tsc'), '-b', '--watch', '--preserveWatchOutput'),
  start(join(root, 'packages/web/scripts/bundle.mjs'), '--watch'),
  start('--watch', '--watch-preserve-output', join(root, 'packages/server/dist/app/main.js'), ...process.argv.slice(2)),
]
// One without the other would only look as if it worked.
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stop)
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
