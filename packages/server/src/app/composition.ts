// Composition root: builds all parts of the server, connects and starts them.

import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { makeMoveChooser } from '@agent-network/chess/threads'
import { STREAM_KINDS } from '@agent-network/contract'
import type { Logger } from 'pino'
import { makeConversationQueue } from '../features/completion/talks.ts'
import { makeAnswerGenerator } from '../features/completion/worker-thread.ts'
import { identify, identityParts } from '../features/identity/session.ts'
import { makeLifeScheduler } from '../features/life/engine/node.ts'
import { CHESS_WORKER, chessReplies } from '../features/life/play/chess-table.ts'
import { storyJob } from '../features/stories/derive.ts'
import type { PageViewers } from '../features/streams/onlookers.ts'
import { makePageViewers } from '../features/streams/onlookers.ts'
import { makeChangeNotifications } from '../features/streams/outlet.ts'
import type { OwnerStreams } from '../features/streams/owners.ts'
import { makeOwnerStreams } from '../features/streams/owners.ts'
import type { Streams } from '../features/streams/streams.ts'
import { makeStreams } from '../features/streams/streams.ts'
import { tokenSweeps } from '../features/tokens/signing-keys.ts'
import { makeWebhookSender } from '../features/webhooks/delivery.ts'
import { readOrigin, settleOrigin } from '../features/world-files/manifest.ts'
import { makeOffload } from '../features/world-files/offload.ts'
import { readPendingHistory, type SeedReport } from '../features/world-files/past.ts'
import { countGrants } from '../platform/access/grants.ts'
import { makeRequestLog } from '../platform/access/request-log.ts'
import { makeContentCache } from '../platform/cache/content-cache.ts'
import { type Config, type Secrets, VERSION } from '../platform/config/config.ts'
import { watchClock } from '../platform/control/clock.ts'
import { makeControl } from '../platform/control/control.ts'
import { isGateOpen, SWITCHES, type Switches } from '../platform/control/switches.ts'
import { ambientAt, ambientOfSeed, systemAmbient } from '../platform/core/ambient.ts'
import type { Deps, Urls } from '../platform/core/deps.ts'
import { makeEventLoopBudget } from '../platform/core/event-loop-budget.ts'
import { makeFairQueue } from '../platform/core/fair-queue.ts'
import { makeDraining, obstaclesOf } from '../platform/core/outage.ts'
import { makeSeals } from '../platform/core/seals.ts'
import { HOUR_MS } from '../platform/core/time.ts'
import { archiveNotes, backupView } from '../platform/db/backup/set-aside.ts'
import type { Read } from '../platform/db/database.ts'
import { checkSecret, openStore } from '../platform/db/open-store.ts'
import { sqliteFile } from '../platform/db/sqlite.ts'
import { makeJobScheduler } from '../platform/jobs/scheduler.ts'
import { localModel } from '../platform/llm/local-model.ts'
import { makeModelBudgets } from '../platform/llm/model-budget.ts'
import { openaiCompatible } from '../platform/llm/provider.ts'
import { makeModelGateway } from '../platform/llm/speech.ts'
import { makeModeration, meterModeration } from '../platform/moderation/moderation.ts'
import { makeMeter } from '../platform/telemetry/meter.ts'
import { makeMetrics } from '../platform/telemetry/metrics.ts'
import { makeActivityCounts } from '../platform/telemetry/minutes.ts'
import { telemetryJobs } from '../platform/telemetry/read.ts'
import {
  countInto,
  type DiskSpace,
  type Exporter,
  exportMeter,
  exportSlow,
  exportState,
  makeSlowReader,
  type WebhookAges,
} from '../platform/telemetry/series.ts'
import { makeServerLog } from '../platform/telemetry/server-log.ts'
import type { TraceSettings } from '../platform/telemetry/traces.ts'
import { a2aProtocol } from '../protocols/a2a/protocol.ts'
import { discoveryProtocol } from '../protocols/discovery/files.ts'
import { makeCommonHeaders, makeGate } from '../protocols/http/gate.ts'
import { makeListener, type Protocol } from '../protocols/http/pipeline.ts'
import { makeServer } from '../protocols/http/server.ts'
import { mcpProtocol } from '../protocols/mcp/protocol.ts'
import { metricsProtocol } from '../protocols/metrics/protocol.ts'
import { oauthProtocol } from '../protocols/oauth/protocol.ts'
import { openaiProtocol } from '../protocols/openai/protocol.ts'
import { operatorProtocols } from '../protocols/operator/routes.ts'
import { identityProtocol, openRoutes } from '../protocols/portal/identity.ts'
import { joinProtocol } from '../protocols/portal/join.ts'
import { portalLiveProtocol } from '../protocols/portal/live.ts'
import { portalPagesProtocol } from '../protocols/portal/pages.ts'
import { portalProtocol, portalRoutes } from '../protocols/portal/protocol.ts'
import { sessionProtocol } from '../protocols/portal/session.ts'
import { contentRoutes } from '../protocols/rest/content-routes.ts'
import { mindRoutes, networkRoutes, storyRoutes } from '../protocols/rest/mind-routes.ts'
import { restProtocol } from '../protocols/rest/protocol.ts'
import { internalRoutes } from '../protocols/rest/route.ts'
import {
  completionRoutes,
  reportRoutes,
  streamRoutes,
  visitorRoutes,
  webhookRoutes,
} from '../protocols/rest/visitor-routes.ts'
import { pagesProtocol } from '../protocols/site/pages-protocol.ts'
import { makePainter } from '../protocols/site/pictures/painter.ts'
import { siteProtocol } from '../protocols/site/protocol.ts'
import { tokensProtocol } from '../protocols/tokens/protocol.ts'
import { viewerProtocol } from '../protocols/viewer/protocol.ts'
import { makeMaps } from '../stores/city/maps.ts'
import { watchSource } from '../stores/city/watch.ts'
import { readWebhookFigures } from '../stores/event-log/webhooks.ts'
import { makeTrending } from '../stores/posts/trending/trending.ts'
import { type ListenAddress, listen, needsSeed, probePorts, reachableAddress, seed, seedFile } from './first-start.ts'
import {
  accessJobs,
  cityJobs,
  completionJobs,
  contentJobs,
  eventLogJobs,
  mindJobs,
  retentionJobs,
  visitorJobs,
  worldJobs,
} from './periodic-jobs.ts'

interface GaugeSources {
  readonly deps: Deps
  readonly version: string
  readonly inFlight: () => number
  readonly streams: Pick<Streams, 'count'>
  readonly onlookers: Pick<PageViewers, 'count'>
  readonly owners: Pick<OwnerStreams, 'count'>
  readonly consoles: { count(): number }
  readonly connections: { count(): number; refused(): number }
  readonly clockAheadMs: () => number
}

/** NaN if the folder does not exist: a node of a cluster needs none. */
export const readDiskSpace = (folder: string): Promise<DiskSpace> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => ({ free: Number.NaN, total: Number.NaN }),
  )

/** Ages of pending deliveries. While webhooks are switched off, no delivery counts as late. */
export async function readWebhookAges(read: Read, switches: Switches, now: number): Promise<WebhookAges> {
  const { oldestPendingAt, lateSince, disabled } = await readWebhookFigures(read, now)
  const secondsSince = (at: number | null): number => (at === null ? 0 : Math.max(0, now - at) / 1_000)
  return {
    oldestPending: secondsSince(oldestPendingAt),
    late: isGateOpen(switches, 'webhooksEnabled') ? secondsSince(lateSince) : 0,
    disabled,
  }
}

/** Exports the current state of the server's parts as gauges. */
export function exportGauges(metrics: Exporter, of: GaugeSources): void {
  const { deps, version, inFlight, streams, onlookers, owners, consoles, connections, clockAheadMs } = of
  const { database, sharedState, speech, control } = deps
  metrics.gauge('requests_in_flight', 'Requests in progress', inFlight)
  for (const kind of STREAM_KINDS)
    metrics.gauge(`streams_open_${kind}`, `Open streams of kind ${kind}`, () => streams.count(kind))
  metrics.gauge('streams_open_site', 'Open live streams of site pages', onlookers.count)
  metrics.gauge('streams_open_portal', 'Open live streams of portal pages', owners.count)
  metrics.gauge('streams_open_console', 'Open live streams of console pages', consoles.count)
  metrics.gauge('writer_queue_depth', 'Writers waiting for the store', () => database.queueDepth())
  metrics.gauge(
    'clock_ahead_seconds',
    'Server time ahead of a machine clock that was set back',
    () => clockAheadMs() / 1_000,
  )
  metrics.gauge('store_up', 'Whether the store responds and takes writes', () => (database.away() === null ? 1 : 0))
  metrics.gauge('redis_up', 'Whether the shared state responds', () => (sharedState.away() === null ? 1 : 0))
  metrics.gauge('connections_open', 'Connections to the main listener', connections.count)
  metrics.gauge('connections_refused', 'Connections rejected since the start', connections.refused)
  exportState(metrics, {
    connections: database.connections,
    breaker: () => speech.breaker(control.peek()?.switches ?? SWITCHES).state,
    build: { version, node: process.version, engine: database.engine, shared_state: sharedState.kind },
  })
}

export interface RunningServer {
  readonly urls: Urls
  /** Null without a metrics listener. */
  readonly metricsUrl: string | null
  /** The report of the first start's seed; null on later starts. */
  readonly seeded: SeedReport | null
  /** From now on readiness probes fail and connections are closed after each response; requests are still served. */
  drain(): void
  /** Stops listening, finishes running requests and closes the store. */
  close(): Promise<void>
  /** Closes connections during a response, when the drain time is over. */
  cut(): void
}

export interface StartOptions {
  readonly onProgress?: (done: number, total: number, label: string) => void
  readonly onHistory?: (done: number, total: number, label: string) => void
  /** Settings for exporting spans; null or undefined: off. */
  readonly traces?: TraceSettings | null
  /** Whether the server only answers requests: no periodic jobs, no webhook deliveries. Default false. */
  readonly isIdle?: boolean
  /** PostgreSQL only: whether statements are sent in batches; default true. */
  readonly batchStatements?: boolean
}

const version = VERSION
/** Callers see the release; the commit is for operators. */
const publicVersion = VERSION.replace(/\+.*$/, '')
/** Capacity of the content cache in units of forty bytes. */
const CONTENT_CACHE_MAX = 1_000_000
/**
 * Concurrent requests that use the store. Above the limit, developers take turns; one developer may use three quarters
 * of the slots. The limit is four times the PostgreSQL pool, and enough writers for one durable commit.
 */
const STORE_QUEUE_LIMITS = { max: 64, perParty: 48 } as const

/** Rows per run of the story job at the first start. */
const STORY_BATCH = 500

/** Builds and starts the whole server. `close` closes everything it opened. */
export async function startServer(
  config: Config,
  secrets: Secrets,
  logger: Logger,
  options: StartOptions = {},
): Promise<RunningServer> {
  const manifest = seedFile(config)
  const mainPlace: ListenAddress = { host: config.host, port: config.port, flag: 'port' }
  // Loopback by default, independent of --host, because the operator API has full access.
  const operatorPlace: ListenAddress = { host: config.operatorHost, port: config.operatorPort, flag: 'operator-port' }
  const system = systemAmbient()
  const metricsPlace: ListenAddress | null =
    config.metricsPort === null ? null : { host: config.metricsHost, port: config.metricsPort, flag: 'metrics-port' }
  const startedAt = system.elapsed()
  const log = makeServerLog(logger, system.elapsed)
  let applied = () => ''
  /** Where other machines reach this node; empty until it listens. */
  let publishedAddress = ''
  let refreshControl: () => Promise<unknown> = async () => {}
  const meter = makeMeter()
  const eventLoopBudget = makeEventLoopBudget(system.elapsed)
  const store = await openStore(config, system, log, {
    ...{
      migrate: true,
      node: { version, host: hostname(), address: () => publishedAddress },
      meter,
      eventLoopBudget,
      archiving: { onMoment: archiveNotes(config) },
    },
    ...{ epoch: () => applied(), look: () => refreshControl(), batchStatements: options.batchStatements ?? true },
  })
  const draining = makeDraining()
  /** Close functions, run in reverse order. If one fails, the others still run. */
  const closers: (() => Promise<unknown>)[] = [() => store.close()]
  /** Stops background work that requests may be waiting for. */
  const interrupts: (() => void)[] = []
  const close = async (): Promise<void> => {
    draining.begin()
    for (const interrupt of interrupts) interrupt()
    const faults: unknown[] = []
    for (const end of closers.splice(0).reverse()) await end().catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  }
  try {
    const seals = makeSeals(secrets.secrets)
    await checkSecret(store.database, seals.fingerprints)
    const { randomSeed } = await settleOrigin(store.database, config, system)
    if (randomSeed !== config.randomSeed)
      log.warn({ event: 'serve.random_seed_kept', randomSeed }, 'the store has another random seed, which stays')
    await probePorts([mainPlace, operatorPlace, ...(metricsPlace === null ? [] : [metricsPlace])])
    const switchDefaults = config.modelPreset?.switches ?? {}
    const control = makeControl(store.database, store.sharedState, system, {
      testClock: config.testClock,
      switchDefaults,
    })
    applied = control.applied
    refreshControl = control.current
    let urls: Urls | null = null
    // Loaded only if traces are on.
    const tracing = options.traces ? await import('../platform/telemetry/traces.ts') : null
    const tracer = tracing?.makeTraces(options.traces!, { ambient: system, log, version }) ?? null
    if (tracer !== null) closers.push(() => tracer.stop())
    const spanId = () => system.secret(8).toString('hex')
    const ownVoice = localModel(system.random)
    const provider = config.model === null ? null : { ...config.model, key: secrets.modelKey }
    const budgets = makeModelBudgets({ database: store.database, price: config.modelPrice, now: control.now, log })
    closers.push(() => budgets.stop())
    const deps: Deps = {
      config,
      database: store.database,
      sharedState: store.sharedState,
      control,
      ambient: ambientAt(ambientOfSeed(system, randomSeed), () => control.now()),
      seals,
      speech: makeModelGateway(provider === null ? ownVoice : openaiCompatible(provider), {
        now: control.now,
        elapsed: system.elapsed,
        spanId,
        tracer,
        meter,
        log,
        budgets,
      }),
      moderation: meterModeration(
        makeModeration(config.moderation === null ? null : { ...config.moderation, key: secrets.moderationKey }),
        meter,
      ),
      log,
      meter,
      draining,
      fairQueue: makeFairQueue(STORE_QUEUE_LIMITS),
      contentCache: makeContentCache(store.contentVersion, CONTENT_CACHE_MAX),
      contentVersion: store.contentVersion,
      urls: () => urls!,
    }
    const mapDeps = { ...deps, maps: makeMaps() }
    const metrics = makeMetrics(system.elapsed)
    const minutes = makeActivityCounts({
      database: store.database,
      log,
      now: control.now,
      sampled: {
        requests: metrics.requests,
        completions: () => meter.sum('completions', (outcome) => outcome === 'answered'),
        tokens: () => meter.sum('model_tokens'),
        promptTokens: () => meter.sum('model_tokens', (direction) => direction === 'prompt'),
        completionTokens: () => meter.sum('model_tokens', (direction) => direction === 'completion'),
        blocked: () => meter.sum('moderation_verdicts', (action) => action !== 'allow'),
      },
    })
    metrics.onRefused(minutes.refused)
    store.onCounted(minutes.counted)
    store.onCounted(countInto(meter))
    closers.push(() => minutes.stop())
    const offload = makeOffload(config, secrets.secrets, store.database)
    closers.push(() => offload.close())
    const moveChooser = makeMoveChooser(CHESS_WORKER)
    closers.push(() => moveChooser.close())
    const painter = makePainter()
    closers.push(() => painter.close())
    const life = makeLifeScheduler(mapDeps)
    const sandboxLife = makeLifeScheduler(mapDeps, 'sandbox')
    for (const scheduler of [life, sandboxLife]) {
      closers.push(() => scheduler.stop())
      interrupts.push(() => scheduler.interrupt())
    }
    const lifeJobs = [
      chessReplies(deps, moveChooser),
      { name: 'life', run: life.liveTo, next: life.next, tick: life.tick, ahead: HOUR_MS },
      {
        ...{ name: 'sandbox', run: sandboxLife.liveTo, next: sandboxLife.next, tick: sandboxLife.tick },
        ahead: HOUR_MS,
      },
    ]
    const deriveStories = storyJob(deps, system)
    // Jobs run in this order: acts and absences of visitors are settled before the city moves on.
    const jobs = [
      ...tokenSweeps(deps),
      ...worldJobs(deps),
      ...visitorJobs(deps),
      ...cityJobs(deps),
      ...accessJobs(deps),
      ...eventLogJobs(deps),
      ...completionJobs(deps),
      ...contentJobs(deps),
      ...mindJobs(deps),
      ...retentionJobs(deps),
      ...telemetryJobs(deps),
      ...(config.life ? lifeJobs : []),
      deriveStories,
    ]
    const jobScheduler = makeJobScheduler(deps, jobs, metrics.swept)
    closers.push(() => jobScheduler.stop())
    interrupts.push(() => jobScheduler.interrupt())
    const at = (await control.current()).at
    // Checked first, because the seeding thread starts slowly.
    const mustSeed = await needsSeed(store.database.read, config, manifest, log)
    const seeded = mustSeed
      ? await seed(offload, { config, manifest: manifest!, ...options }, config.startedAt ?? at)
      : null
    if ((await readPendingHistory(store.database.read)) !== null) {
      await offload.history(options.onHistory ?? (() => {}))
      // The simulated past has its stories from the first request on.
      while ((await deriveStories.run(at, STORY_BATCH)) > 0);
    }
    const origin = await readOrigin(store.database.read)

    const hints = makeChangeNotifications()
    store.onAnnounced(hints.announce)
    const streams = makeStreams(deps, hints)
    const onlookers = makePageViewers(deps, hints)
    const owners = makeOwnerStreams(deps, hints)
    const talks = makeConversationQueue(store.database, log)
    closers.push(() => talks.flush())
    const completionWorkers = makeAnswerGenerator({
      here: {
        read: store.database.read,
        contentCache: deps.contentCache,
        model: deps.speech.model,
        elapsed: system.elapsed,
        localModel: ownVoice,
      },
      turns: deps.fairQueue,
      slices: eventLoopBudget,
      thread: {
        store: config.databaseUrl === null ? { file: sqliteFile(config.data) } : { url: config.databaseUrl },
        ...{ provider, keptMax: CONTENT_CACHE_MAX, turnLimits: STORE_QUEUE_LIMITS },
      },
      contentVersion: store.contentVersion,
      log,
    })
    closers.push(() => completionWorkers.close())
    const talking = { talks, thinking: completionWorkers }
    const trending = makeTrending({
      database: store.database,
      contentVersion: store.contentVersion,
      onTold: store.onTold,
      checks: config.checks,
    })
    const webhookSender = makeWebhookSender(deps, hints, { machineNow: system.now })
    closers.push(() => webhookSender.stop())
    const routes = [
      ...contentRoutes(deps, trending),
      ...mindRoutes(deps),
      ...networkRoutes(deps),
      ...storyRoutes(deps),
      ...completionRoutes(deps, talking),
      ...visitorRoutes(mapDeps),
      ...reportRoutes(deps),
      ...webhookRoutes(deps, webhookSender),
      ...streamRoutes(streams),
    ]
    const requestLog = makeRequestLog(store.database, deps.ambient, log)
    closers.push(() => requestLog.flush())
    const identity = identityParts(deps)
    const portal = portalRoutes(mapDeps, requestLog, webhookSender)
    const site = siteProtocol(deps, [...routes, ...portal, ...openRoutes(deps)], () => obstaclesOf(deps))
    const protocols: readonly Protocol[] = [
      restProtocol(deps, routes, requestLog),
      tokensProtocol(deps),
      oauthProtocol(deps),
      a2aProtocol(deps, talking, requestLog),
      openaiProtocol(deps, talking, requestLog),
      discoveryProtocol(deps, publicVersion),
      mcpProtocol(mapDeps, { routes: internalRoutes(deps, routes), requestLog, streams, version: publicVersion }),
      viewerProtocol(deps, watchSource(mapDeps)),
      // These paths are below the portal's path, so they come first.
      identityProtocol(deps),
      sessionProtocol(deps),
      portalLiveProtocol(deps, owners),
      portalProtocol(deps, portal, (request, now) => identify(identity, request, now)),
      portalPagesProtocol(deps),
      joinProtocol(deps),
      site,
      // Last: it handles all remaining paths and serves the 404 page.
      pagesProtocol(mapDeps, { painter, onlookers, trending, version: publicVersion }, site.apiDocument),
    ]
    const gate = makeGate()
    const clockAheadMs = () => Math.max(system.aheadMs(), store.sharedState.aheadMs())
    const clockWatch = watchClock({ aheadMs: clockAheadMs, elapsed: system.elapsed, log })
    closers.push(() => clockWatch.stop())
    const slowGauges = makeSlowReader({
      elapsed: system.elapsed,
      askedAt: metrics.askedAt,
      worlds: life.pulses,
      storeBytes: store.database.size,
      disk: () => readDiskSpace(config.data),
      backupAge: async () => (await backupView(config, store.database.read, system.now()))?.ageSeconds ?? Number.NaN,
      grants: () => countGrants(store.database.read),
      modelBudgets: () => budgets.state(control.peek()?.switches ?? SWITCHES),
      webhooks: () => readWebhookAges(store.database.read, control.peek()?.switches ?? SWITCHES, control.now()),
    })
    closers.push(() => slowGauges.stop())
    const common = makeCommonHeaders(system, () => urls?.base.startsWith('https:') === true)
    const parts = { ambient: system, log, gate, eventLoopBudget, metrics, tracer, common, closing: draining.has }
    const main = makeServer(makeListener(protocols, parts), common, config.connections)
    exportMeter(metrics, meter)
    exportSlow(metrics, slowGauges.latestValues)
    const watching = { minutes, requestLog, nodes: store.nodes }
    const runtime = {
      ...{ version, startedAt, origin, machineNow: system.now, clockAheadMs },
      ...{ metrics, watching, sweeper: jobScheduler, life, offload, thinking: completionWorkers, pause: gate.pause },
    }
    const {
      protocols: operators,
      overview,
      tokensRefused,
    } = await operatorProtocols(deps, runtime, secrets.operatorToken)
    metrics.gauge('operator_tokens_refused', 'Wrong operator tokens since the start', tokensRefused)
    exportGauges(metrics, {
      ...{ deps, version, streams, onlookers, owners, connections: main.connections, clockAheadMs },
      ...{ consoles: overview, inFlight: gate.inFlight },
    })
    metrics.gauge('talk_workers', 'Worker threads for completions', completionWorkers.workers)
    const openStreams = [streams, onlookers, owners, overview]
    draining.onBegin(() => {
      for (const { end } of openStreams) end('SERVER_DRAINING')
    })
    // The operator listener has its own gate: operator requests pause the main listener and must not wait for
    // themselves.
    // It uses plain HTTP on loopback, so HSTS is off.
    const operatorParts = { ...parts, tracer: null, gate: makeGate(), common: makeCommonHeaders(system, () => false) }
    const operator = makeServer(makeListener(operators, operatorParts), operatorParts.common, config.connections)
    const metricsProtocols = [metricsProtocol(deps, metrics, secrets.metricsToken)]
    const metricsServer = makeServer(
      makeListener(metricsProtocols, operatorParts),
      operatorParts.common,
      config.connections,
    )
    closers.push(() => Promise.all([main.close(), operator.close(), metricsServer.close()]))
    // Streams are ended first, because a listener waits for its open responses.
    closers.push(() => Promise.all(openStreams.map(({ close: end }) => end())))
    const base = config.urls.base
    const mainUrl = await listen(main.server, mainPlace)
    const operatorUrl = await listen(operator.server, operatorPlace)
    const metricsUrl = metricsPlace === null ? null : await listen(metricsServer.server, metricsPlace)
    const address = base ?? mainUrl
    publishedAddress = reachableAddress(mainUrl, config.host)
    urls = {
      base: address,
      developer: config.urls.developer ?? address,
      auth: config.urls.auth ?? address,
      viewer: config.urls.viewer ?? address,
      operator: operatorUrl,
    }
    if (options.isIdle !== true) {
      await webhookSender.start()
      jobScheduler.start()
    }
    minutes.start()
    slowGauges.look()
    const cut = (): void => {
      for (const { server } of [main, operator, metricsServer]) server.closeAllConnections()
    }
    return { urls, metricsUrl, seeded, drain: draining.begin, close, cut }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
