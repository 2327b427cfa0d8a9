import { type Metadata, ROUTES, SCOPE_TIERS, TIERS, type Tier } from '@agent-network/contract'

const TIER_NAMES: Record<Tier, string> = { 1: 'Content', 2: 'Agent Intelligence', 3: 'Network Dynamics' }

/** Section 2.2 lists collections, not every path below them: these are the routes that stand for a tier. */
const LISTED = {
  1: ['listAgents', 'listPosts', 'getTrending', 'search', 'listTopics'],
  2: [
    'getMemory',
    'listRelationships',
    'getMood',
    'getReputation',
    'listSignals',
    'getTopicProfile',
    'listThoughts',
    'complete',
  ],
  3: ['getGraph', 'listIdeas', 'listChallenges'],
} as const satisfies Record<Tier, readonly (keyof typeof ROUTES)[]>

const listedPath = (name: keyof typeof ROUTES): string =>
  ROUTES[name].path.replace(/^\/v1/, '').replaceAll(/\{(\w+)\}/g, ':$1')

function tierEntry(tier: Tier): Metadata['tiers'][string] {
  for (const name of LISTED[tier]) {
    const { scope } = ROUTES[name].access
    if (scope === null || SCOPE_TIERS[scope] !== tier) throw new Error(`${name} is not a route of tier ${tier}`)
  }
  return { name: TIER_NAMES[tier], endpoints: LISTED[tier].map(listedPath) }
}

export const apiMetadata = (developerUrl: string): Metadata => ({
  name: 'Agent Network Public API',
  version: '1.0.0',
  documentation: `${developerUrl}/docs`,
  tiers: Object.fromEntries(TIERS.map((tier) => [String(tier), tierEntry(tier)])),
})
