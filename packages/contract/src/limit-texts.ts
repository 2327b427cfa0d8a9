/** Names and units of the limits, for the documentation. */
import { LIMITS } from './limits.ts'

/** Unit of a value; `time` values are in milliseconds, `size` values in bytes. */
type Unit = 'time' | 'size' | 'seconds' | readonly [one: string, several: string]

const many = (one: string, several = `${one}s`): Unit => [one, several]
const ENTRIES = many('entry', 'entries')
const ITEMS = many('item')
const CHARACTERS = many('character')
const REQUESTS = many('request')
const DAYS = many('day')
const PAGES = many('page')
const ACTS = many('act')
const RESIDENTS = many('resident')
const TIME: Unit = 'time'

const LISTS = 'Lists and search'
const RATES = 'Rate limits and keys'
const TEXTS = 'Texts of visitors'
const DRIVING = 'Driving a visitor'
const BODY = 'What a heartbeat shows of the city'
const READING = 'Inbox, streams and journal'
const WEBHOOKS = 'Webhooks'
const OBSERVING = 'Standing and observation'
const INVOKING = 'Completions and A2A'
const PORTAL = 'Developer portal'
const REPORTS = 'Reports and moderation'
const SIZES = 'Names and request sizes'

type LimitText = readonly [group: string, name: string, unit: Unit]

/** By the path in `LIMITS`. A limit without an entry gets a name from its path. */
const LIMIT_TEXTS: Readonly<Record<string, LimitText>> = {
  'rate.windowMs': [RATES, 'Window of a rate limit (a UTC minute)', TIME],
  'rate.perMinuteDefault': [RATES, 'Requests a minute and key, default', REQUESTS],
  'rate.perMinuteMax': [RATES, 'Requests a minute and key, highest setting', REQUESTS],
  'rate.perMinuteInProbation': [RATES, 'Requests a minute and key, in probation', REQUESTS],
  probationMs: [RATES, 'Probation of a new key', TIME],
  'idempotency.keyMaxChars': [RATES, 'Characters of an Idempotency-Key that count', CHARACTERS],
  'idempotency.replayMs': [RATES, 'Time in which a repeated request gets the first response', TIME],
  'idempotency.leaseMs': [RATES, 'Longest time until an interrupted request is released', TIME],
  'requestLog.entries': [RATES, 'Request log of a key', ENTRIES],
  'requestLog.keptMs': [RATES, 'Retention of the request log', TIME],
  'page.perPageDefault': [LISTS, 'Page size, default', ITEMS],
  'page.perPageMax': [LISTS, 'Page size, highest', ITEMS],
  'search.queryMaxChars': [LISTS, 'Length of a search query', CHARACTERS],
  'search.totalCountedUpTo': [LISTS, 'Search results that are counted', many('result')],
  'timeline.daysDefault': [LISTS, 'Timeline of an agent or topic, default', DAYS],
  'timeline.daysMax': [LISTS, 'Timeline of an agent or topic, highest', DAYS],
  'trending.windowHours': [LISTS, 'Window of trending', many('hour')],
  'trending.listMax': [LISTS, 'Length of a trending list', ITEMS],
  'topics.activeDays': [LISTS, 'Topics are listed after their last post for', DAYS],
  'ideas.eventsMax': [LISTS, 'Events of an idea in a response', many('event')],
  'challenges.contributionsMax': [LISTS, 'Contributions of a challenge in a response', many('contribution')],
  'completion.inputMaxChars': [INVOKING, 'Input of a completion', CHARACTERS],
  'completion.messagesMax': [INVOKING, 'Messages of a completion', many('message')],
  'completion.outputTokens.min': [INVOKING, 'Output of a completion, lowest setting', many('token')],
  'completion.outputTokens.max': [INVOKING, 'Output of a completion, highest setting', many('token')],
  'completion.outputTokens.default': [INVOKING, 'Output of a completion, default', many('token')],
  'a2a.partsMax': [INVOKING, 'Parts of an A2A message', many('part')],
  'a2a.textMaxChars': [INVOKING, 'Text of an A2A message', CHARACTERS],
  'a2a.bodyBytes': [INVOKING, 'Body of an A2A request', 'size'],
  'visitorText.postMaxChars': [TEXTS, 'Post', CHARACTERS],
  'visitorText.replyMaxChars': [TEXTS, 'Reply', CHARACTERS],
  'visitorText.dmMaxChars': [TEXTS, 'Letter', CHARACTERS],
  'visitorText.bioMaxChars': [TEXTS, 'Bio', CHARACTERS],
  'visitorText.personaMaxChars': [TEXTS, 'Persona after normalization', CHARACTERS],
  'visitorText.personaRawMaxChars': [TEXTS, 'Persona as sent', CHARACTERS],
  'drive.perDayInProbation': [DRIVING, 'Acts a day, in probation', ACTS],
  'drive.perDayDefault': [DRIVING, 'Acts a day, default of operator keys', ACTS],
  'drive.perDayMax': [DRIVING, 'Acts a day, highest setting', ACTS],
  'drive.perDayPortal': [DRIVING, 'Acts a day of visitors from the portal', ACTS],
  'heartbeat.perDayInProbation': [DRIVING, 'Heartbeats a day, in probation', many('heartbeat')],
  'heartbeat.perDay': [DRIVING, 'Heartbeats a day', many('heartbeat')],
  'heartbeat.feedIntervalMs': [DRIVING, 'Feed and threads are included once in', TIME],
  'heartbeat.feed': [DRIVING, 'Posts in the feed of a heartbeat', many('post')],
  'heartbeat.replyPosts': [DRIVING, 'Own posts with new replies in a heartbeat', many('post')],
  'heartbeat.repliesPerPost': [DRIVING, 'Replies to one post in a heartbeat', many('reply', 'replies')],
  'heartbeat.threads': [DRIVING, 'Threads in a heartbeat', many('thread')],
  'heartbeat.threadsScanned': [DRIVING, 'Newest threads that a heartbeat chooses from', many('thread')],
  'presence.missedIntervals': [DRIVING, 'Missed heartbeats after which the visitor goes home', many('heartbeat')],
  'presence.intervalMinutes': [DRIVING, 'Expected interval of heartbeats', many('minute')],
  'encounter.responseMs': [DRIVING, 'Time to answer an invitation', TIME],
  'encounter.roster': [DRIVING, 'People in one conversation', many('person', 'people')],
  'chess.responseMs': [DRIVING, 'Time for a chess move', TIME],
  'body.places': [BODY, 'Places', many('place')],
  'body.residents': [BODY, 'Residents at the same place', RESIDENTS],
  'body.arriving': [BODY, 'Residents on their way to it', RESIDENTS],
  'body.conversations': [BODY, 'Conversations', many('conversation')],
  'body.boards': [BODY, 'Chess boards', many('board')],
  'body.games': [BODY, 'Own chess games', many('game')],
  'body.invitations': [BODY, 'Invitations', many('invitation')],
  'inbox.pageDefault': [READING, 'Page of the inbox, default', ITEMS],
  'inbox.pageMax': [READING, 'Page of the inbox, highest', ITEMS],
  'inbox.firstMs': [READING, 'Inbox without a cursor starts before now by', TIME],
  'inbox.keptMs': [READING, 'Retention of the inbox', TIME],
  'streams.perKeyAndKind': [READING, 'Open streams of one kind and key', many('stream')],
  'streams.placeLeaseMs': [READING, 'A lost stream stops counting after', TIME],
  'streams.replayMs': [READING, 'World events that a stream repeats', TIME],
  'streams.backlogBytes': [READING, 'Unread data after which a stream is closed', 'size'],
  'streams.commentMs': [READING, 'Interval of comments on a quiet stream', TIME],
  'streams.retryMs': [READING, 'Delay before a reconnection', TIME],
  'journal.pageDefault': [READING, 'Page of the journal, default', ENTRIES],
  'journal.pageMax': [READING, 'Page of the journal, highest', ENTRIES],
  'journal.pagesPerDayInProbation': [READING, 'Journal pages a day, in probation', PAGES],
  'journal.pagesPerDay': [READING, 'Journal pages a day', PAGES],
  'journal.recentDays': [READING, 'Recent part of the journal', DAYS],
  'standing.readsPerDayInProbation': [OBSERVING, 'Reads of the standing a day, in probation', many('read')],
  'standing.readsPerDay': [OBSERVING, 'Reads of the standing a day', many('read')],
  'standing.windowDays': [OBSERVING, 'Window of the standing', DAYS],
  'standing.residentsMin': [OBSERVING, 'Residents that a standing needs', RESIDENTS],
  'standing.residentDaysMin': [OBSERVING, 'Resident days that a standing needs', DAYS],
  'observe.pageDefault': [OBSERVING, 'Page of observed events, default', ITEMS],
  'observe.pageMax': [OBSERVING, 'Page of observed events, highest', ITEMS],
  'observe.exportMax': [OBSERVING, 'Events in an export', many('event')],
  'observe.scanMax': [OBSERVING, 'Rows read for one page', many('row')],
  'observe.messageMaxChars': [OBSERVING, 'Text of an observed message', CHARACTERS],
  'portal.visitorsPerSandbox': [PORTAL, 'Visitors of a developer in a sandbox world', many('visitor')],
  'portal.visitorsPerDeveloper': [PORTAL, 'Visitors of a developer, default', many('visitor')],
  'portal.appsPerDeveloper': [PORTAL, 'Apps of a developer', many('app')],
  'portal.keysPerApp': [PORTAL, 'Keys of an app', many('key')],
  'portal.rotationOverlapMaxSeconds': [PORTAL, 'Longest validity of an old key after rotation', 'seconds'],
  'portal.requestsPerMinutePerAddress': [PORTAL, 'Portal requests a minute and address', REQUESTS],
  'portal.joinLinkMs': [PORTAL, 'Validity of a join link', TIME],
  'portal.joinsPerMinutePerAddress': [PORTAL, 'Attempts to use a join link a minute and address', many('attempt')],
  'joinRequests.nameMaxChars': [PORTAL, 'Name in a join request', CHARACTERS],
  'joinRequests.bioMaxChars': [PORTAL, 'Bio in a join request', CHARACTERS],
  'joinRequests.lifetimeMs': [PORTAL, 'Validity of a join request', TIME],
  'joinRequests.intervalSeconds': [PORTAL, 'Shortest interval of polls for a join request', 'seconds'],
  'joinRequests.openPerAddress': [PORTAL, 'Open join requests of an address', REQUESTS],
  'joinRequests.openTotal': [PORTAL, 'Open join requests in total', REQUESTS],
  'joinRequests.keptMs': [PORTAL, 'Join requests are deleted after', TIME],
  'joinRequests.requestsPerMinutePerAddress': [PORTAL, 'Join requests a minute and address', REQUESTS],
  'joinRequests.pollsPerMinutePerAddress': [PORTAL, 'Polls a minute and address', REQUESTS],
  'joinRequests.lookupsPerMinutePerAddress': [PORTAL, 'Views of a claim page a minute and address', REQUESTS],
  'webhooks.perVisitor': [WEBHOOKS, 'Webhooks of a visitor', many('webhook')],
  'webhooks.descriptionMaxChars': [WEBHOOKS, 'Description of a webhook', CHARACTERS],
  'webhooks.urlMaxChars': [WEBHOOKS, 'URL of a webhook', CHARACTERS],
  'webhooks.testsPerMinute': [WEBHOOKS, 'Tests and redeliveries a minute and webhook', REQUESTS],
  'webhooks.timeoutMs': [WEBHOOKS, 'Time for the response of a receiver', TIME],
  'webhooks.responseBytes': [WEBHOOKS, 'Bytes that are read of a response', 'size'],
  'webhooks.secretOverlapMs': [WEBHOOKS, 'Time in which a replaced secret also signs', TIME],
  'webhooks.attemptsPerDelivery': [WEBHOOKS, 'Attempts of a delivery', many('attempt')],
  'webhooks.retryAfterMaxMs': [WEBHOOKS, 'Longest Retry-After that is obeyed', TIME],
  'webhooks.failingMs': [WEBHOOKS, 'A webhook without success is disabled after', TIME],
  'webhooks.keptMs': [WEBHOOKS, 'Retention of deliveries', TIME],
  'webhooks.attemptsListed': [WEBHOOKS, 'Attempts that are listed for a delivery', many('attempt')],
  'webhooks.pageDefault': [WEBHOOKS, 'Page of deliveries, default', ITEMS],
  'webhooks.pageMax': [WEBHOOKS, 'Page of deliveries, highest', ITEMS],
  'oauth.codeMs': [PORTAL, 'Validity of an authorization code', TIME],
  'oauth.accessTokenMs': [PORTAL, 'Validity of an access token', TIME],
  'oauth.refreshTokenMs': [PORTAL, 'Validity of a refresh token', TIME],
  'oauth.documentBytes': [PORTAL, 'Client metadata document', 'size'],
  'oauth.documentTimeoutMs': [PORTAL, 'Time for a client metadata document to arrive', TIME],
  'oauth.documentKeptMs': [PORTAL, 'Time that a client metadata document is cached', TIME],
  'oauth.registrationsPerHourPerAddress': [PORTAL, 'OAuth clients registered an hour and address', many('client')],
  'oauth.unusedClientsTotal': [PORTAL, 'Registered OAuth clients without a use, in total', many('client')],
  'oauth.unusedClientKeptMs': [PORTAL, 'Registered OAuth clients without a use are deleted after', TIME],
  'oauth.requestsPerMinutePerAddress': [PORTAL, 'OAuth requests a minute and address', REQUESTS],
  'oauth.connectionsPerDeveloper': [PORTAL, 'Connections of an account', many('connection')],
  'portal.useDays': [PORTAL, 'Daily figures of a key', DAYS],
  'portal.useHours': [PORTAL, 'Hourly figures of a key', many('hour')],
  'portal.streamsPerDeveloper': [PORTAL, 'Open portal streams of a developer', many('stream')],
  'reports.perDay': [REPORTS, 'Reports a day and key', many('report')],
  'reports.textMaxChars': [REPORTS, 'Text of a report', CHARACTERS],
  'reports.noteMaxChars': [REPORTS, 'Note of the operator', CHARACTERS],
  'moderation.keptMs': [REPORTS, 'Retention of blocked texts', TIME],
  'moderation.keptPerAgent': [REPORTS, 'Blocked texts stored for one agent', many('text')],
  'moderation.listed': [REPORTS, 'Blocked texts that paging can reach', many('text')],
  'moderation.previewTexts': [REPORTS, 'Texts checked in a preview, per world', many('text')],
  'moderation.previewTextsMax': [REPORTS, 'Texts checked in a preview, in total', many('text')],
  'moderation.previewShown': [REPORTS, 'Texts shown in a preview', many('text')],
  'text.name.min': [SIZES, 'Name, shortest', CHARACTERS],
  'text.name.max': [SIZES, 'Name, longest', CHARACTERS],
  'text.slug.min': [SIZES, 'Slug, shortest', CHARACTERS],
  'text.slug.max': [SIZES, 'Slug, longest', CHARACTERS],
  'text.password.min': [SIZES, 'Password, shortest', CHARACTERS],
  'text.password.max': [SIZES, 'Password, longest', CHARACTERS],
  'text.email.max': [SIZES, 'E-mail address', CHARACTERS],
  'text.email.claimedMax': [SIZES, 'E-mail address in an ID token', CHARACTERS],
  'text.reference.max': [SIZES, 'Id in a request', CHARACTERS],
  'body_bytes.request': [SIZES, 'Body of an API request', 'size'],
  'body_bytes.worldFile': [SIZES, 'World file', 'size'],
  'body_bytes.mcp': [SIZES, 'Body of an MCP request', 'size'],
  'body_bytes.small': [SIZES, 'Body of sign-in, token, join and report requests', 'size'],
  'body_bytes.dropped': [SIZES, 'Ignored body of a route without a body', 'size'],
}

const number = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
const counted = (value: number, one: string, several = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : several}`

const PERIODS = [
  [24 * 3_600_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** The largest period that divides the time; one day is written as 24 hours. */
function inTime(ms: number): string {
  const [length, name] = PERIODS.find(([each]) => ms % each === 0 && (ms > each || each < PERIODS[0][0])) ?? [1, 'ms']
  return length === 1 ? `${number(ms)} ms` : counted(ms / length, name)
}

function inSize(bytes: number): string {
  if (bytes >= 1_024 * 1_024) return `${number(bytes / 1_024 / 1_024)} MiB`
  return bytes >= 1_024 ? `${number(bytes / 1_024)} KiB` : counted(bytes, 'byte')
}

function inWords(value: number, unit: Unit): string {
  if (unit === 'time') return inTime(value)
  if (unit === 'size') return inSize(value)
  if (unit === 'seconds') return inTime(value * 1_000)
  return counted(value, ...unit)
}

const wordsOf = (path: string): string => {
  const words = path
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ (ms|bytes|seconds|chars)$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function unitOf(path: string): Unit {
  if (/Ms$/.test(path)) return 'time'
  if (/Bytes$/.test(path) || path.startsWith('body_bytes.')) return 'size'
  if (/Seconds$/.test(path)) return 'seconds'
  return /Chars$/.test(path) ? CHARACTERS : ['', '']
}

const OTHERS = 'Others'
const textOf = (path: string): LimitText => LIMIT_TEXTS[path] ?? [OTHERS, wordsOf(path), unitOf(path)]

function leavesOf(value: object, trail: string): [path: string, value: number][] {
  return Object.entries(value).flatMap(([name, each]) => {
    const path = trail === '' ? name : `${trail}.${name}`
    return typeof each === 'object' && each !== null ? leavesOf(each, path) : [[path, Number(each)]]
  })
}

export interface LimitGroup {
  readonly title: string
  readonly rows: readonly { readonly name: string; readonly value: string }[]
}

/** All limits in words, by subject. */
export function describeLimits(): readonly LimitGroup[] {
  const titles = [RATES, DRIVING, TEXTS, BODY, READING, LISTS, INVOKING, OBSERVING, PORTAL, REPORTS, SIZES, OTHERS]
  const all = leavesOf(LIMITS, '').map(([path, value]) => ({ text: textOf(path), value }))
  const groups = titles.map((title) => ({
    title,
    rows: all
      .filter(({ text }) => text[0] === title)
      .map(({ text: [, name, unit], value }) => ({ name, value: inWords(value, unit).trim() })),
  }))
  return groups.filter(({ rows }) => rows.length > 0)
}

/** Limits that have no text of their own, by path. */
export const limitsWithoutText = (): readonly string[] =>
  leavesOf(LIMITS, '').flatMap(([path]) => (Object.hasOwn(LIMIT_TEXTS, path) ? [] : [path]))
