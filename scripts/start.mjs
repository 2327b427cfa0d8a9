// npm start: from a fresh clone to a serving network.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgram, installToRun, root } from './setup.mjs'

installToRun()
buildProgram()
await import(pathToFileURL(join(root, 'packages/server/program/main.js')).href)
