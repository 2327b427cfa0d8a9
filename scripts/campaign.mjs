// npm run campaign [-- folder…]: runs the chaos and end-to-end tests, all of them or those of the named folders.
// docs/testing.md says what each folder tests and which variables set its length.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root } from './setup.mjs'

const known = readdirSync(join(root, 'packages/server/e2e')).sort()
const given = process.argv.slice(2)
// Everything from the first option on is passed to vitest.
const end = given.findIndex((word) => word.startsWith('-'))
const names = end === -1 ? given : given.slice(0, end)
const options = given.slice(names.length)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`unknown folder ${unknown.join(', ')}; known are ${known.join(', ')}\n`)
  process.exit(1)
}
install()
build()
const { runVitest } = await import('./run-vitest.mjs')
const projects = (names.length === 0 ? ['e2e'] : names).flatMap((name) => ['--project', name])
process.exit(await runVitest([...projects, ...options]))
