// npm test [-- file…]: installs, builds, starts the databases it finds, and runs unit and integration tests on each of them.
import { build, install } from './setup.mjs'

install()
build()
const { runVitest } = await import('./run-vitest.mjs')
process.exit(await runVitest(['--project', 'unit', '--project', 'integration', ...process.argv.slice(2)]))
