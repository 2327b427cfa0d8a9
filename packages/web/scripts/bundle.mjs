// Makes one script and one style sheet of each page: a browser does not find the packages that its modules import. With
// --watch, again and again.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { workspaceSources } from '../../../scripts/workspace-sources.mjs'

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Scripts of the public site: one for all pages, and one for each page on which something moves. */
const ISLANDS = ['common', 'feed', 'thread', 'game', 'city']
/** What a folder of `dist` holds: scripts, a style sheet, pictures. The server gives each a name that says what is in it. */
const FOLDERS = {
  site: { scripts: ISLANDS, style: 'site', pictures: ['icon.svg'], publicPath: '/assets' },
  portal: { scripts: ['portal', 'join'], style: 'portal', pictures: ['icon.svg'] },
  console: { scripts: ['console'], style: 'console', pictures: ['icon.svg'] },
  city: { scripts: ['viewer'], style: 'viewer', pictures: ['icon.svg', 'over.svg', 'unknown.svg'] },
}
const COMMON = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
  plugins: [workspaceSources],
  loader: { '.woff2': 'file' },
  assetNames: '[name]-[hash]',
}

for (const [folder, { scripts, style, pictures, publicPath }] of Object.entries(FOLDERS)) {
  rmSync(file(`dist/${folder}`), { recursive: true, force: true })
  mkdirSync(file(`dist/${folder}`), { recursive: true })
  for (const picture of pictures) copyFileSync(file(`pages/${folder}/${picture}`), file(`dist/${folder}/${picture}`))
  const build = await context({
    ...COMMON,
    entryPoints: [
      { in: file(`pages/${folder}/${style}.css`), out: style },
      ...scripts.map((name) => ({ in: file(`src/${folder}/${name}.ts`), out: name })),
    ],
    outdir: file(`dist/${folder}`),
    ...(publicPath === undefined ? {} : { publicPath }),
  })
  await build.rebuild()
  if (process.argv.includes('--watch')) await build.watch()
  else await build.dispose()
}
