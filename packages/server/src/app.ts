import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { a2aDoor } from './a2a/routes.ts'
import { makeRequestLog } from './access/request-log.ts'
import { makeThinker } from './city/chess/thinker.ts'
import { makeMaps } from './city/maps.ts'
import { viewerDoor } from './city/viewer-routes.ts'
import { watchSource } from './city/watch.ts'
import { completionRoutes } from './completion/routes.ts'
import { makeTalks } from './completion/talks.ts'
import { type Config, ConfigError, type Secrets } from './config.ts'
import { contentRoutes } from './content/routes.ts'
import { ambientAt, systemAmbient } from './core/ambient.ts'
import { makeContentCache } from './core/content-cache.ts'
import { HOUR_MS } from './core/day.ts'
import { Refusal } from './core/refusal.ts'
import { makeSeals } from './core/seals.ts'
import type { Deps, Urls } from './deps.ts'
import type { Door } from './http/door.ts'
import { makeGate } from './http/gate.ts'
import { makeListener } from './http/listener.ts'
import { makeMetrics } from './http/metrics.ts'
import { makeOperatorDoor } from './http/operator-door.ts'
import { makePipeline } from './http/pipeline.ts'
import { makeServer } from './http/server.ts'
import { makeSite } from './http/site.ts'
import { chessReplies } from './life/chess.ts'
import { makeLife } from './life/run.ts'
import { mindRoutes } from './minds/routes.ts'
import { localVoice } from './models/local-voice/local-voice.ts'
import { makeModeration } from './models/moderation/make-moderation.ts'
import { openaiCompatible } from './models/openai-compatible.ts'
import { makeSpeech } from './models/speech.ts'
import { networkRoutes } from './network/routes.ts'
import { makeOffload, type Offload } from './operator/offload.ts'
import { operatorRoutes } from './operator/routes.ts'
import { isSeeded, owedPast, type SeedReport } from './operator/seed.ts'
import { makeSweeper } from './operator/sweeps.ts'
import { identify, identityParts } from './portal/identity/identify.ts'
import { identityDoor } from './portal/identity/identity-routes.ts'
import { portalPagesDoor } from './portal/pages-routes.ts'
import { portalDoor, portalRoutes } from './portal/routes.ts'
import { sessionDoor } from './portal/session-routes.ts'
import { makeControl } from './settings/control.ts'
import { checkSecret, openStore } from './store.ts'
import { tokensDoor } from './tokens/routes.ts'
import { visitorRoutes } from './visitors/routes.ts'

export interface RunningServer {
  readonly urls: Urls
  /** What the first start put into an empty store; null on every later start. */
  readonly seeded: SeedReport | null
  /** Stops listening, answers what is under way, and closes the store. */
  close(): Promise<void>
}

export interface StartOptions {
  readonly onProgress?: (done: number, total: number, label: string) => void
  readonly onHistory?: (done: number, total: number, label: string) => void
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
/** Words and marks of minds held in memory, some forty bytes each. */
const KEPT_MAX = 1_000_000
const SEEDS = fileURLToPath(new URL('../../../seeds', import.meta.url))

function seedFile(config: Config): string | null {
  if (config.seed === 'none') return null
  const file = config.seed === 'demo' ? join(SEEDS, 'demo', 'seed.json') : resolve(config.seed)
  if (!existsSync(file)) throw new ConfigError(`--seed: there is no file ${file}`)
  return file
}

async function seed(offload: Offload, config: Config, manifest: string, at: number, options: StartOptions) {
  const job = { manifest, at, demoKeyFile: join(config.data, 'demo-key') }
  try {
    return (await offload.seed(job, options.onProgress ?? (() => {}))) as SeedReport | null
  } catch (error) {
    if (error instanceof Refusal)
      throw new ConfigError(`--seed: ${manifest} is not a valid world file: ${error.message}`)
    throw error
  }
}

async function listen(server: FastifyInstance, host: string, port: number, flag: string): Promise<string> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new ConfigError(`port ${port} is in use; choose another with --${flag}, or 0 for any`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new ConfigError(`--host: cannot listen on ${host}`)
    throw error
  }
  const address = server.addresses()[0] as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name === '0.0.0.0' || name === '[::]' ? '127.0.0.1' : name}:${address.port}`
}

/** Builds the whole server and starts it. Everything it owns is closed by `close`. */
export async function startServer(
  config: Config,
  secrets: Secrets,
  log: Logger,
  options: StartOptions = {},
): Promise<RunningServer> {
  const manifest = seedFile(config)
  const system = systemAmbient()
  const startedAt = system.elapsed()
  const store = await openStore(config, system, log, { migrate: true })
  let closing = false
  const opened: FastifyInstance[] = []
  try {
    const seals = makeSeals(secrets.secrets)
    await checkSecret(store.database, seals.fingerprints)
    const control = makeControl(store.database, store.sharedState, system, config.testClock)
    let urls: Urls | null = null
    const deps: Deps = {
      config,
      database: store.database,
      sharedState: store.sharedState,
      control,
      ambient: ambientAt(system, () => control.now()),
      seals,
      speech: makeSpeech(
        config.model === null
          ? localVoice(system.random)
          : openaiCompatible({ ...config.model, key: secrets.modelKey }),
        () => control.now(),
      ),
      moderation: makeModeration(
        config.moderation === null ? null : { ...config.moderation, key: secrets.moderationKey },
      ),
      log,
      kept: makeContentCache(store.contentVersion, KEPT_MAX),
      maps: makeMaps(),
      contentVersion: store.contentVersion,
      urls: () => urls!,
    }
    const metrics = makeMetrics()
    const offload = makeOffload(config, secrets.secrets, store.database)
    const thinker = makeThinker()
    const life = makeLife(deps)
    const living = [
      chessReplies(deps, thinker),
      { name: 'life', run: life.liveTo, next: life.next, tick: life.tick, ahead: HOUR_MS },
    ]
    const sweeper = makeSweeper(deps, config.life ? living : [], metrics.swept)
    const at = (await control.current()).at
    // The thread that seeds takes longer to start than all the rest.
    const seeds = manifest !== null && !(await isSeeded(store.database.read))
    const seeded = seeds ? await seed(offload, config, manifest, at, options) : null
    const past = await owedPast(store.database.read)
    if (past !== null) await offload.history(past, options.onHistory ?? (() => {}))

    const talks = makeTalks(store.database, log)
    const routes = [
      ...contentRoutes(deps),
      ...mindRoutes(deps),
      ...networkRoutes(deps),
      ...completionRoutes(deps, talks),
      ...visitorRoutes(deps),
    ]
    const requestLog = makeRequestLog(store.database, deps.ambient, log)
    const pipeline = makePipeline(deps, routes, metrics, requestLog, () => closing)
    const identity = identityParts(deps)
    const portal = portalRoutes(deps, requestLog)
    const doors: readonly Door[] = [
      tokensDoor(deps),
      a2aDoor(deps, talks, requestLog),
      viewerDoor(deps, watchSource(deps)),
      // Both lie under the portal's own path, so they are asked first.
      identityDoor(deps),
      sessionDoor(deps),
      portalDoor(deps, portal, (request, now) => identify(identity, request, now)),
      portalPagesDoor(deps),
    ]
    const gate = makeGate()
    const ready = async () =>
      !closing &&
      (await control.current().then(
        () => true,
        () => false,
      ))
    const site = makeSite(deps, [...routes, ...portal], ready)
    metrics.gauge('requests_in_flight', 'Requests being answered', gate.inFlight)
    metrics.gauge('writer_queue_depth', 'Writers waiting for the store', () => store.database.queueDepth())

    const main = makeServer(makeListener(deps, { pipeline, doors, site, gate, metrics, closing: () => closing }))
    const runtime = { version, startedAt, metrics, sweeper, life, offload, pause: gate.pause }
    const door = makeOperatorDoor(deps, secrets.operatorToken, operatorRoutes(deps, runtime), () => closing)
    const operator = makeServer(door)
    opened.push(main, operator)
    const base = config.urls.base
    const heard = await listen(main, config.host, config.port, 'port')
    // Loopback only, whatever --host says: this door opens everything.
    const operatorUrl = await listen(operator, '127.0.0.1', config.operatorPort, 'operator-port')
    const own = base ?? heard
    urls = {
      base: own,
      developer: config.urls.developer ?? own,
      auth: config.urls.auth ?? own,
      viewer: config.urls.viewer ?? own,
      operator: operatorUrl,
    }
    sweeper.start()
    return {
      urls,
      seeded,
      async close() {
        closing = true
        await Promise.all(opened.map((server) => server.close()))
        await sweeper.stop()
        await life.stop()
        await thinker.close()
        await talks.flush()
        await requestLog.flush()
        await offload.close()
        await store.close()
      },
    }
  } catch (error) {
    await Promise.allSettled(opened.map((server) => server.close()))
    await store.close()
    throw error
  }
}

export const demoKey = (config: Config): string | null => {
  const file = join(config.data, 'demo-key')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
