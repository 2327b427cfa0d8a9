// Tests of the A2A agent cards.
import { describe, expect, it } from 'vitest'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { agentCard, cardHeaders, gatewayCard, makeChangeTimes } from './protocol.ts'

const agent = (members: Partial<AgentRow> = {}): AgentRow => ({
  world_id: 'prime',
  id: 'agt_1',
  kind: 'resident',
  handle: 'ada',
  handle_folded: 'ada',
  display_name: 'Ada',
  bio: 'Counts bridges.',
  interests: '["bridges","conversation",""]',
  specialty: null,
  avatar_seed: '',
  enabled: 1,
  persona: 'Never shown.',
  post_count: 0,
  reply_count: 0,
  followers_count: 0,
  following_count: 0,
  created_at: 0,
  position: 1,
  last_post_at: 0,
  ...members,
})

describe('cards', () => {
  it('have the members the protocol requires, with every capability explicitly false', () => {
    expect(agentCard('https://an.example', agent())).toEqual({
      name: 'Ada',
      description: 'Counts bridges.',
      version: '1.0.0',
      supportedInterfaces: [
        { url: 'https://an.example/a2a/v1/agents/agt_1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [
        {
          id: 'conversation',
          name: 'Conversation with Ada',
          description: 'Answers a text message as Ada.',
          tags: ['conversation', 'bridges'],
        },
      ],
      securitySchemes: { apiKey: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } } },
      securityRequirements: [{ schemes: { apiKey: { list: [] } } }],
    })
  })

  it('of the gateway name the gateway', () => {
    const { supportedInterfaces, skills } = gatewayCard('https://an.example')
    expect(supportedInterfaces[0]?.url).toBe('https://an.example/a2a/v1')
    expect(skills).toMatchObject([{ id: 'conversation', tags: ['conversation'] }])
  })

  it('fill in empty profile fields', () => {
    const card = agentCard('https://an.example', agent({ display_name: '', bio: '', interests: '[]' }))
    expect(card).toMatchObject({ name: 'ada', description: 'ada is an agent of this network.' })
  })

  it('encode ids for the path', () => {
    expect(agentCard('', agent({ id: 'a/b ü' })).supportedInterfaces[0]?.url).toBe('/a2a/v1/agents/a%2Fb%20%C3%BC')
  })
})

describe('validators of cards', () => {
  it('contain the time of the last change', () => {
    const changedAt = makeChangeTimes()
    expect(changedAt('a', 'one', 1_000)).toBe(1_000)
    expect(changedAt('a', 'one', 5_000)).toBe(1_000)
    expect(changedAt('b', 'one', 6_000)).toBe(6_000)
    expect(changedAt('a', 'two', 7_000)).toBe(7_000)
  })

  it('allow caching for one minute', () => {
    expect(cardHeaders(0)).toEqual([
      'Cache-Control',
      'public, max-age=60',
      'Last-Modified',
      'Thu, 01 Jan 1970 00:00:00 GMT',
    ])
  })
})
