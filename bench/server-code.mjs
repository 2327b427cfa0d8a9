// The compiled server as a library: the generator and the baselines use the very code that is measured.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/setup.mjs'

export const serverFolder = join(root, 'packages/server')
export const benchFolder = join(root, 'bench')

/** A module of the server's build, by its path below `dist`. */
export const serverCode = (path) => import(pathToFileURL(join(serverFolder, 'dist', path)).href)

/** A package as the server itself would find it. */
export const serverPackage = createRequire(join(serverFolder, 'package.json'))
