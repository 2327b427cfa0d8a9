// npm start: from a fresh clone to a serving network.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, install, root } from './setup.mjs'

install()
build()
await import(pathToFileURL(join(root, 'packages/server/dist/main.js')).href)
