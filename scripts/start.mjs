// npm start: from a fresh clone to a serving network.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgram, install, root } from './setup.mjs'

install()
buildProgram()
await import(pathToFileURL(join(root, 'packages/server/program/main.js')).href)
