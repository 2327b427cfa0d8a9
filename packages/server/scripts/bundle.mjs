// Joins the server, the command line, their worker threads and the libraries into a few files under program/: a start
// reads those instead of 1,700, which takes a third of the time. With --from=FOLDER it joins what was compiled into that
// folder instead of the sources, into a folder program/ beside it.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { workspaceSources } from '../../../scripts/workspace-sources.mjs'
import { buildPackages } from './packages.mjs'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const source = values.from ?? fileURLToPath(new URL('../src', import.meta.url))
const extension = values.from === undefined ? '.ts' : '.js'
const program = join(dirname(source), 'program')
/** Stories load these before they are told to start. */
const PARTS = ['app/serve', 'app/composition', 'platform/config/config']
const WORKERS = [
  'features/life/play/chess-worker',
  'features/world-files/worker',
  'features/completion/worker',
  'features/webhooks/worker',
  'app/cli/experiment-worker',
  'protocols/site/pictures/worker',
]
/** Source file → file under program/. The two programs keep short paths, which service files name. */
const ENTRIES = { 'app/main': 'main', 'app/cli/main': 'cli/main' }
for (const entry of [...WORKERS, ...PARTS]) ENTRIES[entry] = entry
/** Libraries with machine code or data of their own, which they look for beside them. */
const APART = /^(@photostructure\/sqlite|@resvg\/resvg-js|tlds)(\/|$)/

const librariesApart = {
  name: 'libraries-apart',
  setup({ onResolve }) {
    onResolve({ filter: APART }, () => ({ external: true }))
  },
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const OURS = new RegExp(`^${escaped(source + sep)}.*\\.[jt]s$`)

/** The folder of whichever file a module was joined into: entries stand in folders of it. */
const PROGRAM = "import.meta.url.slice(0, import.meta.url.lastIndexOf('/program/') + '/program/'.length)"

/** A module that looks for a file beside it is to find it from where it would stand if it were not joined. */
const addressesKept = {
  name: 'addresses-kept',
  setup({ onLoad }) {
    // Asked for these alone: being asked for each file of the libraries takes a quarter of the time.
    onLoad({ filter: OURS }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const place = relative(source, path).replaceAll(sep, '/').replace(/\.ts$/, '.js')
      const contents = text.replaceAll('import.meta.url', `(${PROGRAM} + '${place}')`)
      return { contents, loader: extname(path).slice(1) }
    })
  },
}

/** The commit of this clone, beside the manifest; no file without git. */
function writeCommit() {
  const file = fileURLToPath(new URL('../build.json', import.meta.url))
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: dirname(file),
    encoding: 'utf8',
  })
  if (status === 0) writeFileSync(file, `${JSON.stringify({ commit: stdout.trim() })}\n`)
  else rmSync(file, { force: true })
}

if (values.from === undefined) writeCommit()
rmSync(program, { recursive: true, force: true })
const bundled = build({
  entryPoints: Object.entries(ENTRIES).map(([entry, out]) => ({ in: join(source, entry + extension), out })),
  outdir: program,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  // Libraries in the older form of modules ask for the platform's by `require`, which a module of today does not have.
  banner: { js: "import { createRequire as ofFile } from 'node:module'; const require = ofFile(import.meta.url);" },
  plugins: [librariesApart, workspaceSources, addressesKept],
})
// A compiled folder elsewhere is a copy for a test.
const served = values.from === undefined ? buildPackages(join(program, 'packages')) : undefined
await Promise.all([bundled, served])
