import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, launch, plant } from '../planted.ts'
import { tempFolder } from '../processes.ts'
import { startIssuer } from './issuer.ts'
import { type Site, siteAt } from './site.ts'

const WEB = fileURLToPath(new URL('../../../web', import.meta.url))

/** The portal's pages are looked for beside the server's package, so a copy needs them there too. */
function withPages(main: string): string {
  const folder = dirname(dirname(main))
  if (existsSync(join(dirname(folder), 'web'))) return main
  mkdirSync(join(folder, 'server'))
  for (const name of ['dist', 'package.json']) renameSync(join(folder, name), join(folder, 'server', name))
  symlinkSync(WEB, join(folder, 'web'))
  return join(folder, 'server/dist/main.js')
}

/** Works on a copy of the server that has a fault in it. */
export async function atPlanted<T>(fault: Fault, work: (site: Site) => Promise<T>): Promise<T> {
  const copy = plant(fault)
  const data = tempFolder()
  const issuer = await startIssuer()
  try {
    const flags = ['--test-clock', `--data=${data}`]
    const node = await launch({ main: withPages(copy.main), flags, env: issuer.env })
    const site = siteAt({ ...node, data }, issuer)
    try {
      return await work(site)
    } finally {
      site.close()
      await node.stop()
    }
  } finally {
    await issuer.close()
    copy.remove()
    rmSync(data, { recursive: true, force: true })
  }
}
