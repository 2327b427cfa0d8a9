// Access matrix on a copy of the server with a planted fault.
import { rmSync } from 'node:fs'
import { type Fault, launch, plant } from '../../../test/planted.ts'
import { tempFolder } from '../../../test/processes.ts'
import { startIssuer } from './issuer.ts'
import { type Site, siteAt } from './site.ts'

/** Works on a copy of the server that has a fault in it. */
export async function atPlanted<T>(fault: Fault, work: (site: Site) => Promise<T>): Promise<T> {
  const copy = plant(fault)
  const data = tempFolder()
  const issuer = await startIssuer()
  try {
    const flags = ['--test-clock', `--data=${data}`]
    const node = await launch({ main: copy.main, flags, env: issuer.env })
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
