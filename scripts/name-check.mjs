// No two modules of the server export different types under the same name. Types that a module re-exports from the
// contract, voice or chess package keep their names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const source = join(root, 'packages/server/src')
const files = readdirSync(source, { recursive: true }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const DECLARED = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm

const homes = new Map()
for (const file of files)
  for (const [, name] of readFileSync(join(source, file), 'utf8').matchAll(DECLARED))
    homes.set(name, [...(homes.get(name) ?? []), file])

if (homes.size < 100) {
  console.error(`found only ${homes.size} exported types: is the pattern still right?`)
  process.exit(1)
}
const shared = [...homes].filter(([, places]) => places.length > 1)
for (const [name, places] of shared) console.error(`${name} means different things in ${places.join(' and ')}`)
process.exit(shared.length === 0 ? 0 : 1)
