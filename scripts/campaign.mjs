// npm run campaign [-- name…]: what takes minutes and finds what single stories do not. All campaigns unless some are
// named; docs/testing.md tells what each looks for and which variables give its length.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root } from './setup.mjs'

const known = readdirSync(join(root, 'packages/server/campaigns')).sort()
const given = process.argv.slice(2)
// From the first option on everything is vitest's.
const end = given.findIndex((word) => word.startsWith('-'))
const names = end === -1 ? given : given.slice(0, end)
const options = given.slice(names.length)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`there is no campaign ${unknown.join(', ')}; there are ${known.join(', ')}\n`)
  process.exit(1)
}
install()
build()
const { runVitest } = await import('./run-vitest.mjs')
const projects = (names.length === 0 ? ['campaigns'] : names).flatMap((name) => ['--project', name])
process.exit(await runVitest([...projects, ...options]))
