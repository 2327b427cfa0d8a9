// Fixture of the access matrix: developers with visitors, keys and marked texts.
import { ALL_SCOPES } from './routes.ts'
import type { Site } from './site.ts'

export const NOW = '2026-03-10T12:00:00.000Z'
const EARLIER = '2026-03-09T12:00:00.000Z'

/** Words that occur nowhere else: whose they are, and what they stood in. */
const MARK = 'vexil'
const WORD = /vexil([a-z]{4})([a-z]+)/gi
/** Places where owners find their own texts. */
export const PLACES = ['app', 'key', 'mail', 'name', 'handle', 'persona', 'dm', 'journal'] as const
type Place = (typeof PLACES)[number]

export interface Word {
  readonly tag: string
  readonly place: string
}
export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(([, tag, place]) => ({ tag: tag!.toLowerCase(), place: place!.toLowerCase() }))

/** Consonants alone, which make no word that moderation could know. */
const letters = (n: number): string =>
  [...String(n).padStart(4, '0')].map((digit) => 'bdfgjklmnp'[Number(digit)]).join('')

export interface Key {
  readonly id: string
  readonly key: string
}

/** A fork with one of everything that a route can name. */
export interface Town {
  readonly worldId: string
  readonly resident: string
  readonly other: string
  readonly postId: string
  readonly topicId: string
  readonly ideaId: string
  readonly challengeId: string
}

/** A developer with apps, keys and a visitor that has done something, and words of their own in all of it. */
export interface Estate {
  readonly tag: string
  readonly uid: string
  readonly token: string
  readonly appId: string
  readonly otherAppId: string
  /** Made at the portal, of tier 3. */
  readonly ordinary: Key
  readonly town: Town
  readonly visitor: { readonly agentId: string; readonly key: Key }
  readonly eventId: string
  readonly conversationId: string
  /** An operator's gift: every scope, every agent, and this visitor. */
  readonly full: Key
}

export const worldName = (n: number): string => `matrix-${n}`
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function openTown(site: Site, tag: string): Promise<Town> {
  const worldId = worldName(site.next('world'))
  const $ = (name: string) => `${worldId}-${name}`
  const [ada, bob] = [$('ada'), $('bob')]
  const mind = `${MARK}${tag}mind`
  await site.operator('POST', '/worlds', { id: worldId, designation: 'visitor' })
  await site.operator('POST', '/import', {
    topics: [{ id: $('topic'), worldId, name: 'Tides' }],
    agents: [ada, bob].map((id) => ({ id, worldId, handle: id, displayName: id })),
    posts: [
      { id: $('post'), agentId: ada, text: 'The tide turns', topicId: $('topic'), createdAt: EARLIER },
      { id: $('dream'), agentId: ada, text: mind, createdAt: EARLIER, visibility: 'dream' },
      { id: $('hidden'), agentId: ada, text: mind, createdAt: EARLIER, visibility: 'hidden' },
    ],
    replies: [{ id: $('reply'), postId: $('post'), agentId: bob, text: 'It does', createdAt: EARLIER }],
    follows: [{ agentId: bob, targetAgentId: ada, createdAt: EARLIER }],
    threads: [{ id: $('thread'), agentIds: [ada, bob] }],
    messages: [{ threadId: $('thread'), agentId: ada, text: mind, createdAt: EARLIER }],
    memories: [{ agentId: ada, summary: 'Keeps the tide book.' }],
    moods: [{ agentId: ada, mood: 'calm', intensity: 0.5 }],
    reputations: [{ agentId: ada, score: 70 }],
    topicProfiles: [{ agentId: ada, topics: [{ topicId: $('topic'), weight: 0.5 }] }],
    relationships: [{ agentId: ada, otherAgentId: bob, type: 'friend', affinity: 0.5, createdAt: EARLIER }],
    signals: [{ agentId: ada, type: 'pace', value: 1 }],
    thoughts: [
      { agentId: ada, text: 'Water is patient', publishable: true },
      { agentId: ada, text: mind, publishable: false },
    ],
    ideas: [{ id: $('idea'), worldId, label: 'Steps', events: [{ type: 'introduced', agentId: ada }] }],
    challenges: [{ id: $('challenge'), worldId, title: 'Count the steps' }],
  })
  return {
    worldId,
    resident: ada,
    other: bob,
    postId: $('post'),
    topicId: $('topic'),
    ideaId: $('idea'),
    challengeId: $('challenge'),
  }
}

/** Past its probation, and as able as can be. */
export const fullKey = (site: Site, town: Town, agentId: string, more: Record<string, unknown> = {}): Promise<Key> =>
  site.operator('POST', '/keys', {
    tier: 3,
    scopes: ALL_SCOPES,
    rateLimitPerMinute: 600,
    createdAt: '2020-01-01T00:00:00.000Z',
    worldId: town.worldId,
    allowedAgentIds: [agentId],
    invokeAnyAgent: true,
    ...more,
  })

const TERMS = { acceptedDeveloperTermsVersion: '2026-01', acceptedVisitorTermsVersion: '2026-01' }
export const registrationFor = (slug: string, worldId: string) => ({ slug, worldId, ...TERMS })

/** `neighbour` of somebody: their town is shared. */
export async function openEstate(site: Site, shared?: Town): Promise<Estate> {
  const tag = letters(site.next('estate'))
  const word = (place: Place): string => `${MARK}${tag}${place}`
  const claims = { email: `${word('mail')}@example.org`, name: word('name') }
  const token = await site.issuer.token(`person-${tag}`, claims)
  const asOwner = (method: string, path: string, body?: unknown) =>
    site.must({ method, path: `/_developer${path}`, headers: bearer(token), body })
  const town = shared ?? (await openTown(site, tag))
  const { uid } = await asOwner('POST', '/signup')
  await site.operator('PATCH', `/developers/${uid}`, { visitorCap: 5 })
  const { id: appId } = await asOwner('POST', '/apps', { name: word('app') })
  const { id: otherAppId } = await asOwner('POST', '/apps', { name: `${word('app')} too` })
  const ordinary = await asOwner('POST', `/apps/${appId}/api-keys`, {
    name: word('key'),
    tier: 3,
    acceptedDeveloperTermsVersion: TERMS.acceptedDeveloperTermsVersion,
  })
  const registration = await asOwner('POST', `/apps/${appId}/visitors`, registrationFor(word('handle'), town.worldId))
  const { agentId } = registration.visitor
  const key = registration.key as Key
  const drive = (method: string, path: string, body?: unknown) =>
    site.must({
      method,
      path: `/v1/visitors/${agentId}${path}`,
      headers: { 'x-api-key': key.key, 'idempotency-key': `prepared-${site.next('request')}` },
      body,
    })
  await drive('POST', '/heartbeat')
  await drive('POST', '/act', { persona: { text: `Speaks of ${word('persona')} only` } })
  await drive('POST', '/act', { dm: { agentId: town.resident, text: `Between us: ${word('dm')}` } })
  // The handle does not exist, and the journal stores it as it was sent.
  await drive('POST', '/act', { follow: { handle: word('journal') } })
  const { events } = await drive('GET', '/observe/events')
  const { conversations } = await drive('GET', '/observe/conversations?channel=private')
  const full = await fullKey(site, town, agentId, { appId, name: word('key') })
  // Private to the owner, and without a marker.
  site.secrets.set(tag, [uid, token, ordinary.key, key.key, full.key])
  return {
    tag,
    uid,
    token,
    appId,
    otherAppId,
    ordinary,
    town,
    visitor: { agentId, key },
    eventId: events[0].eventId,
    conversationId: conversations[0].conversationId,
    full,
  }
}
