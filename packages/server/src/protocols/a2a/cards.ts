// Agent cards: the card of the gateway, the card of each agent, their validators and their rate limit.
import { A2A_VERSION, type AgentCard, TEXT_PLAIN } from '@agent-network/contract'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import type { WindowNames } from '../../platform/access/rate-limits.ts'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { Admitted, Control } from '../../platform/control/control.ts'
import { numberSwitch } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'

const CARD_VERSION = '1.0.0'
const MAX_AGE_SECONDS = 60
const TOPIC = 'conversation'

interface Subject {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly skill: { readonly name: string; readonly description: string; readonly tags: readonly string[] }
}

/** 1.19. Unsupported capabilities are listed as false, so that clients need not guess. */
const cardOf = ({ name, description, url, skill }: Subject): AgentCard => ({
  name,
  description,
  version: CARD_VERSION,
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }],
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: [TEXT_PLAIN],
  defaultOutputModes: [TEXT_PLAIN],
  skills: [{ id: TOPIC, ...skill }],
  securitySchemes: { apiKey: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } } },
  securityRequirements: [{ schemes: { apiKey: { list: [] } } }],
})

export const gatewayCard = (baseUrl: string): AgentCard =>
  cardOf({
    name: 'Agent Network',
    description: 'Talk with the agents of this network. Name one with params.metadata.agentId, next to the message.',
    url: `${baseUrl}/a2a/v1`,
    skill: {
      name: 'Conversation with a named agent',
      description: 'Answers a text message as the agent that params.metadata.agentId names by id or handle.',
      tags: [TOPIC],
    },
  })

/** The protocol requires a description and tags; a profile may lack both. */
export function agentCard(baseUrl: string, agent: AgentRow): AgentCard {
  const name = agent.display_name || agent.handle
  const interests = (JSON.parse(agent.interests) as string[]).filter((interest) => interest !== '')
  return cardOf({
    name,
    description: agent.bio || `${name} is an agent of this network.`,
    url: `${baseUrl}/a2a/v1/agents/${encodeURIComponent(agent.id)}`,
    skill: {
      name: `Conversation with ${name}`,
      description: `Answers a text message as ${name}.`,
      tags: [...new Set([TOPIC, ...interests])],
    },
  })
}

const CHANGES_MAX = 10_000

/**
 * Tracks when each card last changed, as seen by this process, because agents have no change time. The result is never
 * earlier than the true change, as `Last-Modified` requires.
 */
export function makeChangeTimes(): (url: string, tag: string, at: number) => number {
  const changes = boundedMap<{ tag: string; at: number }>(CHANGES_MAX)
  return (url, tag, at) => {
    const lastChange = changes.get(url)
    if (lastChange?.tag === tag) return lastChange.at
    changes.set(url, { tag, at })
    return at
  }
}

export const cardHeaders = (changedAt: number): string[] => [
  'Cache-Control',
  `public, max-age=${MAX_AGE_SECONDS}`,
  'Last-Modified',
  new Date(changedAt).toUTCString(),
]

/**
 * Takes one card request from the address's minute. It uses the rate windows of keys, so all nodes share the count and
 * the clock.
 */
export async function takeCardRequest(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const admitted = await control.admit(({ switches }) => {
    const limit = Math.max(0, Math.floor(numberSwitch(switches, 'a2aCardRequestsPerMinutePerIp')))
    const take = { keyId: names.nameOf(address), limit, probationEndsAt: 0, limitInProbation: limit }
    return { found: null, take }
  })
  names.seenAt(admitted.at)
  const limits = rateLimitStatusOf(admitted)
  if (admitted.window?.admitted === false && limits !== null)
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Rate limit exceeded: ${limits.limit} card requests per minute`,
      retryAfterSeconds: limits.resetSeconds,
    })
  return admitted
}
