// Bundles the scripts and style sheets of each page. With --watch, rebuilds after changes.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { workspaceSources } from '../../../scripts/workspace-sources.mjs'

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Scripts of the public site: one for all pages, and one for each interactive page. */
const ISLANDS = ['common', 'feed', 'stage', 'person', 'thread', 'game', 'city', 'docs', 'playground']
const isWatching = process.argv.includes('--watch')
/** Content of each folder of `dist`. The server adds content hashes to the file names. */
const FOLDERS = {
  site: { scripts: ISLANDS, style: 'site', pictures: ['icon.svg'], publicPath: '/assets' },
  portal: { scripts: ['portal', 'join'], style: 'portal', pictures: ['icon.svg'] },
  console: { scripts: ['console'], style: 'console', pictures: ['icon.svg'] },
  city: { scripts: ['viewer'], style: 'viewer', pictures: ['icon.svg', 'over.svg', 'unknown.svg'] },
}
const COMMON = {
  bundle: true,
  minify: true,
  charset: 'utf8',
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  plugins: [workspaceSources],
  loader: { '.woff2': 'file' },
  assetNames: '[name]-[hash]',
}

/** The gallery of components, only for `npm run dev`. */
const GALLERY = { components: { scripts: ['gallery'], style: 'gallery', pictures: ['gallery.html'] } }
rmSync(file('dist/components'), { recursive: true, force: true })

const sourceOf = (path) => (existsSync(file(`${path}.tsx`)) ? file(`${path}.tsx`) : file(`${path}.ts`))

for (const [folder, { scripts, style, pictures, publicPath }] of Object.entries({
  ...FOLDERS,
  ...(isWatching && GALLERY),
})) {
  rmSync(file(`dist/${folder}`), { recursive: true, force: true })
  mkdirSync(file(`dist/${folder}`), { recursive: true })
  for (const picture of pictures) copyFileSync(file(`pages/${folder}/${picture}`), file(`dist/${folder}/${picture}`))
  const build = await context({
    ...COMMON,
    entryPoints: [
      { in: file(`pages/${folder}/${style}.css`), out: style },
      ...scripts.map((name) => ({ in: sourceOf(`src/${folder}/${name}`), out: name })),
    ],
    outdir: file(`dist/${folder}`),
    ...(publicPath === undefined ? {} : { publicPath }),
  })
  await build.rebuild()
  if (isWatching) await build.watch()
  else await build.dispose()
  if (folder !== 'components') continue
  const { port } = await build.serve({ host: '127.0.0.1', servedir: file('dist/components') })
  console.log(`gallery of components: http://127.0.0.1:${port}/gallery.html`)
}
