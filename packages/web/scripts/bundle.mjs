// Makes one script of each page: a browser does not find the packages that its modules import. With --watch, again and
// again.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const PAGES = ['city/viewer', 'portal/portal']

for (const page of PAGES) rmSync(file(`dist/${page.split('/')[0]}`), { recursive: true, force: true })
const bundling = await context({
  entryPoints: PAGES.map((page) => ({ in: file(`src/${page}.ts`), out: page })),
  outdir: file('dist'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})
await bundling.rebuild()
if (process.argv.includes('--watch')) await bundling.watch()
else await bundling.dispose()
