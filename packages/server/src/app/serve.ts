// The command `serve`: starts the server, prints the banner, drains on SIGTERM, SIGINT and uncaught errors.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { type Config, ConfigError, readConfig, readSecrets, withConfigFile } from '../platform/config/config.ts'
import { flagHelp, unknownSettings } from '../platform/config/flags.ts'
import { systemAmbient } from '../platform/core/ambient.ts'
import { readTraceSettings } from '../platform/telemetry/traces.ts'
import type { RunningServer } from './composition.ts'
import { progressBar } from './first-start.ts'

const printLine = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Keys and tokens are redacted in all logged objects. */
const REDACTED = [
  '*.headers["x-api-key"]',
  '*.headers.authorization',
  '*.key',
  '*.token',
  '*.secret',
  '*.clientSecret',
  '*.password',
]

interface BannerParts {
  readonly server: RunningServer
  /** Place of the operator token. */
  readonly token: string
  /** Null without a demo key. */
  readonly keyFile: string | null
  /** Names the flag for a local Ollama; null if there is none. */
  readonly modelHint: string | null
}

const modelLine = ({ model }: Config): string =>
  model === null ? 'local voice; set another with --model or AGENT_NETWORK_MODEL_URL' : `${model.name} at ${model.url}`

/** The raw key is printed on the first start and only to a terminal, because other outputs are stored as logs. */
function banner(config: Config, { server: { urls, seeded }, token, keyFile, modelHint }: BannerParts): void {
  if (seeded !== null) {
    const total = Object.values(seeded.counts).reduce((sum, n) => sum + n, 0)
    printLine(`\n  Seeded "${seeded.name}": ${total} records.`)
    if (seeded.switches.length > 0)
      printLine(`  Switches that the seed turned on for its fork: ${seeded.switches.join(', ')}`)
  }
  printLine(`
  Agent Network
    pages        ${urls.base}/
    API          ${urls.base}/v1
    reference    ${urls.base}/docs/
    developers   ${urls.developer}/developer/
    operator     ${urls.operator}  (token: ${token})
    data         ${config.databaseUrl === null ? config.data : 'PostgreSQL and Redis'}
    model        ${modelLine(config)}`)
  if (modelHint !== null) printLine(`                 ${modelHint}`)
  if (keyFile === null) return
  const isFirst = seeded !== null && process.stderr.isTTY
  const key = isFirst ? `${readFileSync(keyFile, 'utf8').trim()}  (also in ${keyFile})` : `in ${keyFile}`
  printLine(`    read key     ${key}

  Try it:
    curl -H "X-API-Key: $(cat '${keyFile}')" '${urls.base}/v1/posts?perPage=3'
`)
}

const HELP = `Usage: agent-network serve [flags]

Run the server until it receives SIGTERM or SIGINT.

${flagHelp()}

"agent-network init" writes a file with all settings, including those without a flag.
`

/** Reserved after the cut for flushing, releasing leases and closing the store. */
const CLOSING_MS = 1_000

/** Closes the server. Requests still running near the end of the drain time are cut; the process always exits. */
async function closeAndExit(server: RunningServer, config: Config, log: Logger, exitCode: () => number): Promise<void> {
  const allowed = config.drain.seconds * 1_000
  const cut = setTimeout(
    () => {
      log.warn({ event: 'serve.cut' }, 'drain time over, connections with running requests closed')
      server.cut()
    },
    Math.max(0, allowed - Math.min(CLOSING_MS, allowed / 5)),
  )
  setTimeout(() => process.exit(exitCode()), allowed)
  try {
    await server.close()
    process.exit(exitCode())
  } catch (error) {
    log.error({ event: 'serve.close_failed', err: error }, 'shutdown failed')
    process.exit(1)
  } finally {
    clearTimeout(cut)
  }
}

/** Uncaught errors that are logged. An error that repeats during the drain must not fill the log. */
const UNCAUGHT_LOGGED_MAX = 10

/** Drains and exits with code 0 on a signal, and with code 1 after an error that no handler caught. */
function exitOnSignalOrError(server: RunningServer, config: Config, log: Logger): void {
  let isStopping = false
  let uncaughtErrors = 0
  let isClosing = false
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    void closeAndExit(server, config, log, () => (uncaughtErrors === 0 ? 0 : 1))
  }
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    const { noticeSeconds } = config.drain
    log.info({ event: 'serve.draining', signal, noticeSeconds }, 'shutdown started, draining')
    server.drain()
    setTimeout(close, noticeSeconds * 1_000)
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  // Unhandled rejections arrive here too. The process may be in an undefined state, so it closes without the notice.
  process.on('uncaughtException', (error, origin) => {
    isStopping = true
    uncaughtErrors += 1
    if (uncaughtErrors <= UNCAUGHT_LOGGED_MAX)
      log.fatal({ event: 'serve.uncaught_error', err: error, origin }, 'uncaught error, shutting down')
    close()
  })
}

async function run(argv: readonly string[]): Promise<void> {
  if (argv.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(HELP)
    return
  }
  const env = withConfigFile(argv, process.env)
  const config = readConfig(argv, env)
  // Files written by this process are readable by its user only.
  process.umask(0o077)
  const secrets = readSecrets(config, env, systemAmbient())
  const log = pino(
    { level: config.logLevel, redact: { paths: REDACTED, censor: '[redacted]' } },
    pino.destination({ dest: 2, sync: false }),
  )
  const unknown = unknownSettings(env)
  if (unknown.length > 0) log.warn({ event: 'serve.unknown_settings', unknown }, 'unknown settings ignored')
  // Loaded late, because it takes most of the start and a wrong flag should fail at once.
  const [{ startServer }, { demoKeyFile, findOllama }] = await Promise.all([
    import('./composition.ts'),
    import('./first-start.ts'),
  ])
  // Runs during the start, so that it delays nothing.
  const modelHint = config.model === null ? findOllama() : Promise.resolve(null)
  const server = await startServer(config, secrets, log, {
    onProgress: progressBar('seeding the demo worlds').update,
    onHistory: progressBar('simulating their history').update,
    traces: readTraceSettings(env),
  })

  exitOnSignalOrError(server, config, log)
  const keyFile = demoKeyFile(config)
  banner(config, {
    server,
    token: env.AGENT_NETWORK_OPERATOR_TOKEN ? 'AGENT_NETWORK_OPERATOR_TOKEN' : join(config.data, 'operator-token'),
    keyFile: existsSync(keyFile) ? keyFile : null,
    modelHint: await modelHint,
  })
  process.stdout.write(
    `${JSON.stringify({
      ready: true,
      baseUrl: server.urls.base,
      operatorUrl: server.urls.operator,
      ...(server.metricsUrl === null ? {} : { metricsUrl: server.metricsUrl }),
    })}\n`,
  )
}

/** File-system errors whose own message is clear enough. */
const isFileSystemError = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'ENOSPC', 'EISDIR', 'EDQUOT', 'EIO'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

/** Runs the server until a signal stops it. Start errors that the operator can fix are printed in one line. */
export const serve = (argv: readonly string[]): Promise<void> =>
  run(argv).catch((error: unknown) => {
    if (error instanceof ConfigError || isFileSystemError(error))
      printLine(`agent-network: ${(error as Error).message}`)
    else printLine(`agent-network: ${(error as Error).stack ?? String(error)}`)
    process.exit(1)
  })
