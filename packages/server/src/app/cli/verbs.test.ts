// Tests of the command line's verbs and flags.
import { OPERATOR_ROUTES } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { ACCESS } from './access.ts'
import { summaryOf } from './commands.ts'
import { fieldsOf, membersOf } from './fields.ts'
import { SYSTEM } from './system.ts'
import { WORLDS } from './worlds.ts'

const verbs = [...ACCESS, ...SYSTEM, ...WORLDS].flatMap(({ verbs: own }) => own)
const flagsOf = (name: keyof typeof OPERATOR_ROUTES): string[] =>
  fieldsOf(OPERATOR_ROUTES[name]).flatMap(({ options }) => options.map(({ flags }) => flags))

describe('the verbs of the command line', () => {
  it('reach every operator route', () => {
    // Routes with commands of their own, and routes for machines.
    const apart = [
      'createVisitor',
      'listRoster',
      'releaseRosterVisitor',
      'eraseVisitor',
      'exportDeveloper',
      'interviewResidents',
      'importWorld',
      'exportWorld',
      'listAudit',
      'getStatus',
      'getMetrics',
      'getOpenApi',
      'listNodes',
      'listErrors',
      'listRequests',
      'getActivity',
    ]
    const reached = new Set([...verbs.map(({ route }) => route.name), ...apart])
    expect([...reached].sort()).toEqual(Object.keys(OPERATOR_ROUTES).sort())
  })

  it('have an argument for every path parameter', () => {
    for (const { usage, route } of verbs)
      for (const [, name] of route.path.matchAll(/\{(\w+)\}/g)) expect(usage).toContain(`<${name}>`)
  })

  it('have a summary of one sentence', () => {
    expect(summaryOf(OPERATOR_ROUTES.purgeWorld)).toBe('Delete a world and its contents permanently')
    for (const { summary, route } of verbs) expect(summary ?? summaryOf(route)).not.toMatch(/\.$/)
  })
})

describe('flags', () => {
  it('are generated from the members of a body and their types', () => {
    expect(flagsOf('createKey')).toEqual([
      '--name <text>',
      '--app <id>',
      '--tier <n>',
      '--scope <scope>',
      '--rate-limit <n>',
      '--enable',
      '--disable',
      '--revoke',
      '--unrevoke',
      '--allow-agent <id>',
      '--invoke-any-agent',
      '--no-invoke-any-agent',
      '--invoke-daily-budget <n>',
      '--contributes-to-continuity',
      '--no-contributes-to-continuity',
      '--world <id>',
      '--drive-daily-budget <n>',
      '--created-at <time>',
    ])
    expect(flagsOf('createApp')).toEqual([
      '--owner <uid>',
      '--name <text>',
      '--status <status>',
      '--machine-client <json>',
      '--created-at <time>',
    ])
    expect(flagsOf('rotateKey')).toEqual(['--overlap <n>'])
    expect(flagsOf('listKeys')).toEqual(['--q <text>', '--page <n>', '--per-page <n>'])
  })

  it('omit members with one possible value', () => {
    expect(flagsOf('createWorld')).not.toContain('--kind <kind>')
    expect(flagsOf('createWorld')).toContain('--designation <designation>')
  })

  it('set members: none is null or an empty list, and absent flags send nothing', () => {
    const fields = fieldsOf(OPERATOR_ROUTES.changeKey)
    expect(membersOf(fields, { app: 'none', scope: ['none'], world: 'w', tier: 2, disable: true })).toEqual({
      appId: null,
      scopes: [],
      worldId: 'w',
      tier: 2,
      enabled: false,
    })
  })
})
