import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { type Config, ConfigError, readConfig, readSecrets, withConfigFile } from '../platform/config/config.ts'
import { flagHelp, unknownSettings } from '../platform/config/flags.ts'
import { systemAmbient } from '../platform/core/ambient.ts'
import { readTraceSettings } from '../platform/telemetry/trace.ts'
import type { RunningServer } from './composition.ts'
import { progressBar } from './progress.ts'

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Keys and tokens never reach a log, whatever object they arrive in. */
const REDACTED = [
  '*.headers["x-api-key"]',
  '*.headers.authorization',
  '*.key',
  '*.token',
  '*.secret',
  '*.clientSecret',
  '*.password',
]

function banner(config: Config, { urls, seeded }: RunningServer, key: string | null, tokenGiven: boolean): void {
  if (seeded !== null) {
    const total = Object.values(seeded.counts).reduce((sum, n) => sum + n, 0)
    say(`\n  Seeded "${seeded.name}": ${total} records.`)
    if (seeded.switches.length > 0) say(`  The seed turned on, for its own fork: ${seeded.switches.join(', ')}`)
  }
  say(`
  Agent Network
    pages        ${urls.base}/
    API          ${urls.base}/v1
    reference    ${urls.base}/docs/
    developers   ${urls.developer}/developer/
    operator     ${urls.operator}  (token: ${tokenGiven ? 'AGENT_NETWORK_OPERATOR_TOKEN' : join(config.data, 'operator-token')})
    data         ${config.databaseUrl === null ? config.data : 'PostgreSQL and Redis'}`)
  if (key !== null) {
    say(`    read key     ${key}

  Try it:
    curl -H 'X-API-Key: ${key}' '${urls.base}/v1/posts?perPage=3'
`)
  }
}

const HELP = `Usage: agent-network serve [flags]

Run the server until it is told to stop.

${flagHelp()}

"agent-network init" writes a file of all settings, those without a flag too.
`

/** Kept for the ends of what the cut has left: flushing, letting go of leases, closing the store. */
const CLOSING_MS = 1_000

/** Work in flight has its seconds; whatever still hangs then is cut, and the process ends in any case. */
async function end(server: RunningServer, config: Config, log: Logger): Promise<void> {
  const allowed = config.drain.seconds * 1_000
  const cut = setTimeout(
    () => {
      log.warn({ event: 'serve.cut' }, 'work was still in flight and is cut')
      server.cut()
    },
    Math.max(0, allowed - Math.min(CLOSING_MS, allowed / 5)),
  )
  setTimeout(() => process.exit(0), allowed)
  try {
    await server.close()
    process.exit(0)
  } catch (error) {
    log.error({ event: 'serve.close_failed', err: error }, 'could not close cleanly')
    process.exit(1)
  } finally {
    clearTimeout(cut)
  }
}

async function run(argv: readonly string[]): Promise<void> {
  if (argv.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(HELP)
    return
  }
  const env = withConfigFile(argv, process.env)
  const config = readConfig(argv, env)
  // Whatever this process writes is for its user alone.
  process.umask(0o077)
  const secrets = readSecrets(config, env, systemAmbient())
  const log = pino(
    { level: config.logLevel, redact: { paths: REDACTED, censor: '[redacted]' } },
    pino.destination({ dest: 2, sync: false }),
  )
  const unknown = unknownSettings(env)
  if (unknown.length > 0) log.warn({ event: 'serve.unknown_settings', unknown }, 'settings that mean nothing here')
  // Most of a start is loading this, and whoever mistyped a flag need not wait for it.
  const [{ startServer }, { demoKey }] = await Promise.all([import('./composition.ts'), import('./first-start.ts')])
  const server = await startServer(config, secrets, log, {
    onProgress: progressBar('seeding the demo worlds').update,
    onHistory: progressBar('living their past').update,
    traces: readTraceSettings(env),
  })

  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    const { noticeSeconds } = config.drain
    log.info({ event: 'serve.draining', signal, noticeSeconds }, 'draining')
    server.drain()
    setTimeout(() => void end(server, config, log), noticeSeconds * 1_000)
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))

  banner(config, server, demoKey(config), env.AGENT_NETWORK_OPERATOR_TOKEN !== undefined)
  process.stdout.write(
    `${JSON.stringify({
      ready: true,
      baseUrl: server.urls.base,
      operatorUrl: server.urls.operator,
      ...(server.metricsUrl === null ? {} : { metricsUrl: server.metricsUrl }),
    })}\n`,
  )
}

/** The operating system's own words about a file or folder are clear enough. */
const isAboutFiles = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'ENOSPC', 'EISDIR', 'EDQUOT', 'EIO'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

/** The server as a program: serves until it is told to stop, and says in one line why it cannot. */
export const serve = (argv: readonly string[]): Promise<void> =>
  run(argv).catch((error: unknown) => {
    if (error instanceof ConfigError || isAboutFiles(error)) say(`agent-network: ${(error as Error).message}`)
    else say(`agent-network: ${(error as Error).stack ?? String(error)}`)
    process.exit(1)
  })
