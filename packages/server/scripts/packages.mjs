// Builds the packages that the server serves under /packages/ into program/packages: tarballs of the client and of the MCP
// bridge, the client as one module for browsers, and the Python file. The same sources give the same bytes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../../../scripts/setup.mjs'
import { workspaceSources } from '../../../scripts/workspace-sources.mjs'

const CLIENT = join(root, 'packages/client')
const MCP = join(root, 'packages/mcp')
const BLOCK = 512
/** npm sets all times of a package to this one. */
const MODIFIED_SECONDS = Date.parse('1985-10-26T08:15:00Z') / 1_000

const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`

/** One entry in the ustar format: a header block and the content, filled up to whole blocks. */
function tarEntry({ path, bytes, mode = 0o644 }) {
  const header = Buffer.alloc(BLOCK)
  const name = `package/${path}`
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar header`)
  header.write(name, 0)
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes.length, 11), 124)
  header.write(octal(MODIFIED_SECONDS, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

function tarball(files) {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  return gzipSync(Buffer.concat([...sorted.map(tarEntry), Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

const fileIn = (folder, path, mode) => ({ path, bytes: readFileSync(join(folder, path)), mode })
const texts = (folder) => ['README.md', 'LICENSE'].map((path) => fileIn(folder, path))

/** The commands of a package and their modules. */
const commands = (folder) =>
  readdirSync(join(folder, 'bin'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs'))
    .map((path) => fileIn(folder, `bin/${path.replaceAll(sep, '/')}`, 0o755))

/** The manifest without fields that only this repository uses. */
function manifest(folder) {
  const { scripts, devDependencies, dependencies, publishConfig, ...fields } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return fields
}
const manifestFile = (fields) => ({
  path: 'package.json',
  bytes: Buffer.from(`${JSON.stringify(fields, null, 2)}\n`),
})

/** What was compiled from the sources of today; `dist` may also have files of removed ones. */
const compiled = (folder) =>
  readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      ['.js', '.d.ts'].map((extension) => `dist/${path.replaceAll(sep, '/').slice(0, -3)}${extension}`),
    )
    .map((path) => fileIn(folder, path))

/** Compiles client and bridge with declarations. Types are checked by `npm run check`. */
async function compile() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const child = spawn(process.execPath, [tsc, '-b', '--noCheck', MCP], { stdio: ['ignore', 2, 2] })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error('compiling packages/client and packages/mcp failed')
}

const bundle = async (entry, options) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'warning',
    plugins: [workspaceSources],
    ...options,
  })
  return Buffer.from(outputFiles[0].contents)
}

export async function buildPackages(folder) {
  const [bridge, module] = await Promise.all([
    bundle(join(MCP, 'src/main.ts'), { platform: 'node', target: 'node20' }),
    bundle(join(CLIENT, 'src/index.ts'), { platform: 'browser', target: 'es2022', minify: true }),
    compile(),
  ])
  const { exports, ...bridgeFields } = manifest(MCP)
  const client = [manifestFile(manifest(CLIENT)), ...texts(CLIENT), ...commands(CLIENT), ...compiled(CLIENT)]
  const mcp = [manifestFile(bridgeFields), ...texts(MCP), ...commands(MCP), { path: 'dist/main.js', bytes: bridge }]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'client.tgz'), tarball(client))
  writeFileSync(join(folder, 'mcp.tgz'), tarball(mcp))
  writeFileSync(join(folder, 'client.js'), module)
  const python = join(root, 'python/agent_network.py')
  if (!existsSync(python)) throw new Error(`${python} is missing`)
  cpSync(python, join(folder, 'agent_network.py'))
}
