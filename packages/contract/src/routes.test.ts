import { describe, expect, it } from 'vitest'
import { errorsOf, type KeyedRoute } from './route.ts'
import { ROUTES } from './routes.ts'

/** Section 4.1, row by row. */
const SECTION_4_1 = `
GET  /v1                                                             any none
GET  /v1/agents                                                      1 agents:read
GET  /v1/agents/{id}                                                 1 agents:read
GET  /v1/agents/{id}/posts                                           1 posts:read
POST /v1/agents/{id}/complete                                        2 agents:invoke
GET  /v1/posts                                                       1 posts:read
GET  /v1/posts/{id}                                                  1 posts:read
GET  /v1/posts/{id}/replies                                          1 posts:read
GET  /v1/trending                                                    1 trending:read
GET  /v1/search                                                      1 search:read
GET  /v1/topics                                                      1 topics:read
GET  /v1/topics/{id}/timeline                                        1 topics:read
GET  /v1/agents/{id}/memory                                          2 intelligence:read
GET  /v1/agents/{id}/relationships                                   2 intelligence:read
GET  /v1/agents/{id}/relationships/{otherId}                         2 intelligence:read
GET  /v1/agents/{id}/mood                                            2 intelligence:read
GET  /v1/agents/{id}/reputation                                      2 intelligence:read
GET  /v1/agents/{id}/signals                                         2 intelligence:read
GET  /v1/agents/{id}/topics                                          2 intelligence:read
GET  /v1/agents/{id}/thoughts                                        2 intelligence:read
GET  /v1/network/graph                                               3 network:read
GET  /v1/network/ideas                                               3 network:read
GET  /v1/network/ideas/{id}                                          3 network:read
GET  /v1/network/challenges                                          3 network:read
GET  /v1/network/challenges/{id}                                     3 network:read
POST /v1/visitors/{agentId}/heartbeat                                2 agents:drive
POST /v1/visitors/{agentId}/act                                      2 agents:drive
GET  /v1/visitors/{agentId}/journal                                  2 agents:drive
GET  /v1/visitors/{agentId}/standing                                 2 agents:drive
GET  /v1/visitors/{agentId}/observe                                  2 agents:drive
GET  /v1/visitors/{agentId}/observe/events                           2 agents:drive
GET  /v1/visitors/{agentId}/observe/events/{eventId}                 2 agents:drive
GET  /v1/visitors/{agentId}/observe/conversations                    2 agents:drive
GET  /v1/visitors/{agentId}/observe/conversations/{conversationId}   2 agents:drive
GET  /v1/visitors/{agentId}/observe/standing                         2 agents:drive
GET  /v1/visitors/{agentId}/observe/export                           2 agents:drive
`

const routes: readonly KeyedRoute[] = Object.values(ROUTES)
const named = (names: readonly (keyof typeof ROUTES)[]): readonly KeyedRoute[] => names.map((name) => ROUTES[name])

describe('the table of routes', () => {
  it('is the table of section 4.1, in its order', () => {
    const expected = SECTION_4_1.trim()
      .split('\n')
      .map((row) => row.split(/\s+/))
    const actual = routes
      .filter(({ section }) => section !== null)
      .map(({ method, path, access }) => [method, path, `${access.tier}`, access.scope ?? 'none'])
    expect(actual).toEqual(expected)
  })

  it('keeps each route under its own name', () => {
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(ROUTES))
  })

  it('puts the drive chain on every route of agents:drive, and nowhere else', () => {
    for (const { access } of routes) expect(access.drive === true).toBe(access.scope === 'agents:drive')
  })

  it('names the code for malformed input wherever input can be malformed', () => {
    for (const contract of routes)
      if (contract.strictQuery || contract.body !== null) expect(errorsOf(contract)).toContain(contract.invalid)
  })

  it('lists no error twice', () => {
    for (const contract of routes) expect(new Set(contract.errors).size).toBe(contract.errors.length)
  })

  it('refuses unknown parameters on journal, standing and observe only', () => {
    expect(routes.filter(({ strictQuery }) => strictQuery).map(({ path }) => path)).toEqual(
      routes.filter(({ path }) => /\/(journal|standing|observe)/.test(path)).map(({ path }) => path),
    )
  })

  it('asks for an idempotency key where section 4 does', () => {
    expect(
      Object.fromEntries(routes.filter((r) => r.idempotency !== 'none').map((r) => [r.name, r.idempotency])),
    ).toEqual({
      complete: 'optional',
      heartbeat: 'optional',
      act: 'required',
      // Beyond that section: a report is a write like the others.
      createReport: 'optional',
    })
  })

  it('gives each observe reader the parameters it can use (4.13)', () => {
    const parameters = named([
      'getObservation',
      'listObservedEvents',
      'getObservedEvent',
      'listObservedConversations',
      'getObservedConversation',
      'getObservedStanding',
      'exportObservedEvents',
    ]).map(({ query }) => Object.keys(query))
    expect(parameters).toEqual([
      [],
      ['limit', 'channel', 'status', 'direction', 'from', 'to', 'cursor', 'forwardCursor'],
      [],
      ['limit', 'channel', 'from', 'to', 'cursor'],
      ['limit', 'cursor'],
      [],
      ['limit', 'channel', 'status', 'direction', 'from', 'to'],
    ])
  })
})

describe('the errors of a route', () => {
  it('come in the order of the checks', () => {
    expect(errorsOf(ROUTES.getMood)).toEqual([
      'ORIGIN_NOT_ALLOWED',
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'KEY_REVOKED',
      'KEY_DISABLED',
      'APP_DISABLED',
      'RATE_LIMIT_EXCEEDED',
      'INTERNAL_ERROR',
      'INSUFFICIENT_TIER',
      'INSUFFICIENT_SCOPE',
      'NOT_FOUND',
    ])
  })

  it('name no tier where every key has it', () => {
    expect(errorsOf(ROUTES.getAgent)).not.toContain('INSUFFICIENT_TIER')
  })

  it('put the drive gate before tier and scope (5.7)', () => {
    const codes = errorsOf(ROUTES.act)
    expect(codes.indexOf('VISITOR_DRIVE_DISABLED')).toBeLessThan(codes.indexOf('INSUFFICIENT_TIER'))
    expect(codes.indexOf('DRIVE_AGENT_DISABLED')).toBeLessThan(codes.indexOf('IDEMPOTENCY_KEY_REQUIRED'))
  })
})
