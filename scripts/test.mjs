// npm test [-- file…]: installs, builds, starts what engines it finds, and runs unit tests and stories on each of them.
import { build, install } from './setup.mjs'

install()
build()
const { runVitest } = await import('./run-vitest.mjs')
process.exit(await runVitest(['--project', 'unit', '--project', 'stories', ...process.argv.slice(2)]))
