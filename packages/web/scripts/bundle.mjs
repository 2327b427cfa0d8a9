// Makes one script of each page: a browser does not find the packages that its modules import. With --watch, again and
// again.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { workspaceSources } from '../../../scripts/workspace-sources.mjs'

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const PAGES = ['city/viewer', 'portal/portal']
/** Scripts of the public site: one for all pages, and one for each page on which something moves. */
const ISLANDS = ['common', 'feed', 'thread', 'game', 'city']

for (const folder of ['city', 'portal', 'site', 'console'])
  rmSync(file(`dist/${folder}`), { recursive: true, force: true })
const scripts = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning', plugins: [workspaceSources] }
const builds = [
  await context({
    ...scripts,
    entryPoints: PAGES.map((page) => ({ in: file(`src/${page}.ts`), out: page })),
    outdir: file('dist'),
  }),
  await context({
    ...scripts,
    minify: true,
    entryPoints: [
      { in: file('pages/site/site.css'), out: 'site' },
      ...ISLANDS.map((name) => ({ in: file(`src/site/${name}.ts`), out: name })),
    ],
    outdir: file('dist/site'),
    loader: { '.woff2': 'file' },
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
  }),
  await context({
    ...scripts,
    minify: true,
    entryPoints: [
      { in: file('pages/console/console.css'), out: 'console' },
      { in: file('src/console/console.ts'), out: 'console' },
    ],
    outdir: file('dist/console'),
  }),
]
mkdirSync(file('dist/site'), { recursive: true })
copyFileSync(file('pages/site/icon.svg'), file('dist/site/icon.svg'))
for (const build of builds) {
  await build.rebuild()
  if (process.argv.includes('--watch')) await build.watch()
  else await build.dispose()
}
