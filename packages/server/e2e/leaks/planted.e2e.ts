import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speakTo } from '../../test/harness.ts'
import { type Fault, launch, type Planted, plant } from '../../test/planted.ts'
import { type Issuer, startIssuer } from '../../test/portal-site.ts'
import { type NodeProcess, tempFolder } from '../../test/processes.ts'
import { searchForCanaries } from './canary.ts'

/** One planted leak for each protocol that the search covers. */
const LEAKS: readonly Fault[] = [
  // A key drives whomever it names in the path.
  { file: 'drive.js', from: 'key.allowedAgentIds.includes(agentId)', to: 'true' },
  // An app is anybody's who knows its id, and whoever opens it counts as its owner.
  { file: 'developers.js', from: "where('owner_uid', '=', param('uid'))", to: "where('owner_uid', '!=', '')" },
  {
    file: 'account-routes.js',
    from: '{ id: appId }, { uid }) => subjectOfOwner',
    to: '{ id: appId, owner_uid: uid }) => subjectOfOwner',
  },
  // The persona of a resident is in its profile.
  { file: 'agents.js', from: 'bio: row.bio,', to: 'bio: row.bio + row.persona,' },
  // Words of others can close their marks.
  { file: 'page.js', from: ".replaceAll('<', '&lt;')", to: '' },
]

describe('leaks that were planted', () => {
  const data = tempFolder()
  let planted: Planted
  let issuer: Issuer
  let node: NodeProcess
  beforeAll(async () => {
    planted = plant(...LEAKS)
    issuer = await startIssuer()
    node = await launch({ main: planted.main, flags: ['--test-clock', `--data=${data}`], env: issuer.env })
  })
  afterAll(async () => {
    await node.stop()
    await issuer.close()
    planted.remove()
    rmSync(data, { recursive: true, force: true })
  })

  it('are found where they are, by the search that finds nothing elsewhere', async () => {
    const search = await searchForCanaries(speakTo(node.baseUrl, node.operatorUrl), issuer)
    for (const part of [search.doors, search.tools]) {
      await part()
      await speakTo(node.baseUrl, node.operatorUrl).advance(60_000)
    }
    const leaks = search.leaks().join('\n')
    expect(leaks).toMatch(/^letter at portal /m)
    expect(leaks).toMatch(/^letter at rest heartbeat of another$/m)
    expect(leaks).toMatch(/^residentPersona at rest \/v1\/agents/m)
    expect(leaks).toMatch(/^residentPersona at mcp tools\/call read_agent/m)
    expect(search.unmarked()).not.toEqual([])
  })
})
