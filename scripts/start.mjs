// npm start: from a fresh clone to a serving network.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgram, installToRun, root } from './setup.mjs'

const PARENT_CHECK_MS = 500

/** Stops the server when npm has ended: npm passes SIGTERM to its shell, and the shell ends without passing it on. */
function stopWithParent(parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

if (process.env.npm_lifecycle_event !== undefined) stopWithParent(process.ppid)
installToRun()
buildProgram()
await import(pathToFileURL(join(root, 'packages/server/program/main.js')).href)
