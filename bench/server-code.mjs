// Where the server and what it uses are found.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/setup.mjs'

export const serverFolder = join(root, 'packages/server')
export const benchFolder = join(root, 'bench')

/** A package as the server itself would find it. */
export const serverPackage = createRequire(join(serverFolder, 'package.json'))

/** An entry of the voice, as the server finds it. */
export const voiceCode = (entry) => import(pathToFileURL(serverPackage.resolve(`@agent-network/voice/${entry}`)).href)
