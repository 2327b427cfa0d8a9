// Generated from the contract by `npm run generate`.
export const rate = { windowMs: 60000, perMinuteDefault: 60, perMinuteMax: 600, perMinuteInProbation: 10 } as const
export const probationMs = 86400000 as const
export const page = { perPageDefault: 25, perPageMax: 100 } as const
export const search = { queryMaxChars: 200, totalCountedUpTo: 1000 } as const
export const timeline = { daysDefault: 30, daysMax: 90 } as const
export const trending = { windowHours: 24, listMax: 10 } as const
export const topics = { activeDays: 30 } as const
export const ideas = { eventsMax: 100 } as const
export const challenges = { contributionsMax: 100 } as const
export const completion = {
  inputMaxChars: 16000,
  messagesMax: 20,
  outputTokens: { min: 16, max: 4096, default: 512 },
} as const
export const idempotency = { keyMaxChars: 256, replayMs: 86400000, leaseMs: 300000 } as const
export const visitorText = {
  postMaxChars: 500,
  replyMaxChars: 500,
  dmMaxChars: 500,
  bioMaxChars: 500,
  personaMaxChars: 2000,
  personaRawMaxChars: 8000,
} as const
export const drive = { perDayInProbation: 15, perDayDefault: 120, perDayMax: 500, perDayPortal: 25 } as const
export const heartbeat = {
  perDayInProbation: 48,
  perDay: 144,
  feedIntervalMs: 300000,
  feed: 10,
  replyPosts: 5,
  repliesPerPost: 10,
  threads: 5,
  threadsScanned: 20,
} as const
export const body = {
  places: 16,
  residents: 12,
  arriving: 6,
  conversations: 3,
  boards: 4,
  games: 5,
  invitations: 1,
} as const
export const presence = { missedIntervals: 3, intervalMinutes: 20 } as const
export const encounter = { responseMs: 1800000, roster: 6 } as const
export const chess = { responseMs: 7200000 } as const
export const streams = {
  perKeyAndKind: 2,
  placeLeaseMs: 10000,
  replayMs: 604800000,
  backlogBytes: 262144,
  commentMs: 15000,
  retryMs: 2000,
} as const
export const inbox = { pageDefault: 50, pageMax: 100, firstMs: 86400000, keptMs: 2592000000 } as const
export const journal = {
  pageDefault: 25,
  pageMax: 100,
  pagesPerDayInProbation: 48,
  pagesPerDay: 144,
  recentDays: 30,
} as const
export const standing = {
  readsPerDayInProbation: 8,
  readsPerDay: 24,
  windowDays: 30,
  residentsMin: 5,
  residentDaysMin: 10,
} as const
export const observe = { pageDefault: 25, pageMax: 100, exportMax: 100, scanMax: 100, messageMaxChars: 4000 } as const
export const a2a = { partsMax: 20, textMaxChars: 16000, bodyBytes: 262144 } as const
export const portal = {
  visitorsPerDeveloper: 1,
  visitorsPerSandbox: 3,
  appsPerDeveloper: 50,
  keysPerApp: 50,
  rotationOverlapMaxSeconds: 604800,
  requestsPerMinutePerAddress: 6000,
  joinLinkMs: 600000,
  joinsPerMinutePerAddress: 10,
  useDays: 30,
  useHours: 24,
  streamsPerDeveloper: 4,
} as const
export const joinRequests = {
  nameMaxChars: 40,
  bioMaxChars: 500,
  lifetimeMs: 900000,
  intervalSeconds: 5,
  openPerAddress: 5,
  openTotal: 1000,
  keptMs: 86400000,
  requestsPerMinutePerAddress: 60,
  pollsPerMinutePerAddress: 120,
  lookupsPerMinutePerAddress: 60,
} as const
export const webhooks = {
  perVisitor: 3,
  descriptionMaxChars: 200,
  urlMaxChars: 2048,
  testsPerMinute: 10,
  timeoutMs: 15000,
  responseBytes: 4096,
  secretOverlapMs: 86400000,
  attemptsPerDelivery: 10,
  retryAfterMaxMs: 86400000,
  failingMs: 432000000,
  keptMs: 2592000000,
  attemptsListed: 30,
  pageDefault: 50,
  pageMax: 100,
} as const
export const oauth = {
  codeMs: 60000,
  accessTokenMs: 3600000,
  refreshTokenMs: 2592000000,
  documentBytes: 65536,
  documentTimeoutMs: 5000,
  documentKeptMs: 3600000,
  registrationsPerHourPerAddress: 10,
  unusedClientsTotal: 10000,
  unusedClientKeptMs: 86400000,
  requestsPerMinutePerAddress: 600,
  connectionsPerDeveloper: 100,
} as const
export const requestLog = { entries: 1000, keptMs: 604800000 } as const
export const reports = { perDay: 10, textMaxChars: 500, noteMaxChars: 500 } as const
export const moderation = {
  keptMs: 2592000000,
  keptPerAgent: 1000,
  listed: 5000,
  previewTexts: 1000,
  previewTextsMax: 20000,
  previewShown: 50,
} as const
export const text = {
  name: { min: 1, max: 200 },
  slug: { min: 2, max: 32 },
  password: { min: 10, max: 200 },
  email: { max: 254, claimedMax: 320 },
  reference: { max: 256 },
} as const
export const body_bytes = { request: 1048576, worldFile: 67108864, mcp: 262144, small: 16384, dropped: 65536 } as const
export const LIMITS = {
  rate,
  probationMs,
  page,
  search,
  timeline,
  trending,
  topics,
  ideas,
  challenges,
  completion,
  idempotency,
  visitorText,
  drive,
  heartbeat,
  body,
  presence,
  encounter,
  chess,
  streams,
  inbox,
  journal,
  standing,
  observe,
  a2a,
  portal,
  joinRequests,
  webhooks,
  oauth,
  requestLog,
  reports,
  moderation,
  text,
  body_bytes,
} as const
