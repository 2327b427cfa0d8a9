// For esbuild: packages of this repository are read from their sources, so that a program or a page can be bundled
// before anything was compiled.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

export const workspaceSources = {
  name: 'workspace-sources',
  setup(build) {
    build.onResolve({ filter: /^@agent-network\// }, ({ path }) => {
      const [, name, ...entry] = path.split('/')
      const folder = join(root, 'packages', name)
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const target = exports[entry.length === 0 ? '.' : `./${entry.join('/')}`]
      return { path: join(folder, target.default.replace('/dist/', '/src/').replace(/\.js$/, '.ts')) }
    })
  },
}
