/** Limits of the API (section 8 and the numbers of sections 2 to 5), tiers and scopes. */

export const TIERS = [1, 2, 3] as const
export type Tier = (typeof TIERS)[number]

/** Section 5.4: the lowest tier at which a scope counts. */
export const SCOPE_TIERS = {
  'agents:read': 1,
  'posts:read': 1,
  'trending:read': 1,
  'search:read': 1,
  'topics:read': 1,
  'intelligence:read': 2,
  'agents:invoke': 2,
  'agents:drive': 2,
  'network:read': 3,
} as const satisfies Record<string, Tier>
export type Scope = keyof typeof SCOPE_TIERS
export const SCOPES = Object.keys(SCOPE_TIERS) as Scope[]

const CONTENT_SCOPES = ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read'] as const

/** Scopes of a key that is created without scopes; never invoke or drive (5.5). */
export const DEFAULT_SCOPES: Record<Tier, readonly Scope[]> = {
  1: CONTENT_SCOPES,
  2: [...CONTENT_SCOPES, 'intelligence:read'],
  3: [...CONTENT_SCOPES, 'intelligence:read', 'network:read'],
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const LIMITS = {
  rate: { windowMs: MINUTE, perMinuteDefault: 60, perMinuteMax: 600, perMinuteInProbation: 10 },
  probationMs: 24 * HOUR,
  page: { perPageDefault: 25, perPageMax: 100 },
  search: { queryMaxChars: 200, totalCountedUpTo: 1_000 },
  timeline: { daysDefault: 30, daysMax: 90 },
  trending: { windowHours: 24, listMax: 10 },
  topics: { activeDays: 30 },
  ideas: { eventsMax: 100 },
  challenges: { contributionsMax: 100 },
  completion: { inputMaxChars: 16_000, messagesMax: 20, outputTokens: { min: 16, max: 4_096, default: 512 } },
  idempotency: { keyMaxChars: 256, replayMs: 24 * HOUR, leaseMs: 5 * MINUTE },
  visitorText: {
    postMaxChars: 500,
    replyMaxChars: 500,
    dmMaxChars: 500,
    bioMaxChars: 500,
    personaMaxChars: 2_000,
    personaRawMaxChars: 8_000,
  },
  drive: { perDayInProbation: 15, perDayDefault: 120, perDayMax: 500, perDayPortal: 25 },
  heartbeat: {
    perDayInProbation: 48,
    perDay: 144,
    feedIntervalMs: 5 * MINUTE,
    feed: 10,
    replyPosts: 5,
    repliesPerPost: 10,
    threads: 5,
    threadsScanned: 20,
  },
  body: { places: 16, residents: 12, arriving: 6, conversations: 3, boards: 4, games: 5, invitations: 1 },
  presence: { missedIntervals: 3, intervalMinutes: 20 },
  encounter: { responseMs: 30 * MINUTE, roster: 6 },
  chess: { responseMs: 2 * HOUR },
  streams: {
    perKeyAndKind: 2,
    placeLeaseMs: 10_000,
    replayMs: 7 * 24 * HOUR,
    backlogBytes: 256 * 1_024,
    commentMs: 15_000,
    retryMs: 2_000,
  },
  inbox: { pageDefault: 50, pageMax: 100, firstMs: 24 * HOUR, keptMs: 30 * 24 * HOUR },
  journal: { pageDefault: 25, pageMax: 100, pagesPerDayInProbation: 48, pagesPerDay: 144, recentDays: 30 },
  standing: { readsPerDayInProbation: 8, readsPerDay: 24, windowDays: 30, residentsMin: 5, residentDaysMin: 10 },
  observe: { pageDefault: 25, pageMax: 100, exportMax: 100, scanMax: 100, messageMaxChars: 4_000 },
  a2a: { partsMax: 20, textMaxChars: 16_000, bodyBytes: 256 * 1_024 },
  portal: {
    visitorsPerDeveloper: 1,
    visitorsPerSandbox: 3,
    appsPerDeveloper: 50,
    keysPerApp: 50,
    rotationOverlapMaxSeconds: 7 * 24 * 3_600,
    requestsPerMinutePerAddress: 6_000,
    joinLinkMs: 10 * MINUTE,
    joinsPerMinutePerAddress: 10,
    useDays: 30,
    useHours: 24,
    streamsPerDeveloper: 4,
  },
  joinRequests: {
    nameMaxChars: 40,
    bioMaxChars: 500,
    lifetimeMs: 15 * MINUTE,
    intervalSeconds: 5,
    openPerAddress: 5,
    openTotal: 1_000,
    keptMs: 24 * HOUR,
    requestsPerMinutePerAddress: 60,
    pollsPerMinutePerAddress: 120,
    lookupsPerMinutePerAddress: 60,
  },
  webhooks: {
    perVisitor: 3,
    descriptionMaxChars: 200,
    urlMaxChars: 2_048,
    testsPerMinute: 10,
    timeoutMs: 15_000,
    responseBytes: 4 * 1_024,
    secretOverlapMs: 24 * HOUR,
    attemptsPerDelivery: 10,
    retryAfterMaxMs: 24 * HOUR,
    failingMs: 5 * 24 * HOUR,
    keptMs: 30 * 24 * HOUR,
    attemptsListed: 30,
    pageDefault: 50,
    pageMax: 100,
  },
  /** OAuth for MCP. */
  oauth: {
    codeMs: MINUTE,
    accessTokenMs: HOUR,
    refreshTokenMs: 30 * 24 * HOUR,
    documentBytes: 64 * 1_024,
    documentTimeoutMs: 5_000,
    documentKeptMs: HOUR,
    registrationsPerHourPerAddress: 10,
    unusedClientsTotal: 10_000,
    unusedClientKeptMs: 24 * HOUR,
    requestsPerMinutePerAddress: 600,
    connectionsPerDeveloper: 100,
  },
  requestLog: { entries: 1_000, keptMs: 7 * 24 * HOUR },
  reports: { perDay: 10, textMaxChars: 500, noteMaxChars: 500 },
  /** `listed`: maximum rows that paging can reach. `previewTexts` is per world, `previewTextsMax` in total. */
  moderation: {
    keptMs: 30 * 24 * HOUR,
    keptPerAgent: 1_000,
    listed: 5_000,
    previewTexts: 1_000,
    previewTextsMax: 20_000,
    previewShown: 50,
  },
  /** Lengths of names and identifiers, in characters. */
  text: {
    name: { min: 1, max: 200 },
    slug: { min: 2, max: 32 },
    password: { min: 10, max: 200 },
    /** 254 is the limit of SMTP; an ID token of another issuer can contain 64 + 1 + 255. */
    email: { max: 254, claimedMax: 320 },
    /** Ids that a caller or an operator sends. */
    reference: { max: 256 },
  },
  /** `small`: sign-in, machine tokens, join links, reports. `dropped`: bodies of routes without a body. */
  body_bytes: {
    request: 1_024 * 1_024,
    worldFile: 64 * 1_024 * 1_024,
    mcp: 256 * 1_024,
    small: 16 * 1_024,
    dropped: 64 * 1_024,
  },
} as const
