// Loads the contract: its route tables and the names of its types.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../../contract/src/', import.meta.url))
const STATIC = /^export type (\w+) = Static<typeof (\w+)>$/gm
const WORDS = /^export type (\w+) = \(typeof (\w+)\)\[number\]$/gm

/** esbuild plugin: each module of the contract registers its exported types, which do not exist at run time. */
const namer = {
  name: 'names of types',
  setup({ onLoad }) {
    onLoad({ filter: /packages\/contract\/src\/.*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const types = [...source.matchAll(STATIC), ...source.matchAll(WORDS)].map(([, type, of]) => `${type}: ${of}`)
      const module = relative(SOURCES, path).slice(0, -'.ts'.length).replaceAll(/[/\\]/g, '-')
      return {
        contents: `${source}\nglobalThis.contractTypes[${JSON.stringify(module)}] = { ${types.join(', ')} }`,
        loader: 'ts',
      }
    })
  },
}

/** Bundles the contract from source, so that no build is needed. `types` has the schema or enum of each type by module. */
export async function loadContract() {
  const { outputFiles } = await build({
    entryPoints: [`${SOURCES}index.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [namer],
  })
  globalThis.contractTypes = {}
  const contract = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
  return { contract, types: globalThis.contractTypes }
}
