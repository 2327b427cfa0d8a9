// The command `doctor`: checks an installation without changing it.
import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '../../../platform/config/config.ts'
import { SETTINGS, unknownSettings } from '../../../platform/config/flags.ts'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { type ReadOnlyStore, sqliteFile } from '../../../platform/db/sqlite.ts'
import { openUnchanged } from '../backup/verify-backup.ts'
import { print, printJson, withoutControls } from '../output.ts'
import { checkIdentity, checkModel, checkModeration, checkRunning, readServerStatus } from './endpoints.ts'
import {
  checkDisk,
  checkPermissions,
  checkSecretIsThere,
  exitCodeOf,
  type Finding,
  type FoundSecret,
  fault,
  findSecret,
  fine,
  skipped,
  warning,
} from './folder.ts'
import {
  checkBackups,
  checkClock,
  checkConnections,
  checkContent,
  checkRedis,
  checkSchema,
  checkSecretFits,
  checkSwitches,
  checkWebhooks,
} from './store.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface DoctorOptions {
  readonly data: string
  readonly operatorUrl: string
  readonly env: Env
  /** Reads the whole store. */
  readonly deep: boolean
  /** No server is expected to run. */
  readonly stopped: boolean
}

function checkSettings(env: Env): Finding {
  const name = 'settings'
  const unknown = unknownSettings(env)
  if (unknown.length === 0) return fine(name, `no unknown name among those of ${SETTINGS.length} settings`)
  return warning(
    name,
    `unknown settings: ${unknown.map((setting) => setting.name).join(', ')}`,
    unknown
      .map(({ name: settingName, near }) => (near === null ? `remove ${settingName}` : `${settingName}: ${near}?`))
      .join('; '),
  )
}

/** A check that throws counts as a fault. */
async function runCheck(name: string, check: () => Finding | Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    return [fault(name, (error as Error).message, 'see the message')]
  }
}

/** Whether a server has used this installation before; of a database server that is not known yet. */
const isInstalled = ({ databaseUrl, data }: Config): boolean => databaseUrl !== null || existsSync(sqliteFile(data))

async function checkStore(config: Config, secret: FoundSecret | null, deep: boolean): Promise<Finding[]> {
  const { now } = systemAmbient()
  if (!isInstalled(config))
    return [warning('store', `no store in ${config.data}`, 'name the folder with --data; the first start creates one')]
  let store: ReadOnlyStore
  try {
    store = await openUnchanged(config)
  } catch (error) {
    return [
      fault('store', (error as Error).message, 'make it reachable, or restore a backup'),
      ...(await checkRedis(config, null, now)),
    ]
  }
  try {
    return await store.snapshot(async (read) => {
      const schema = await checkSchema(read)
      const opened = await checkContent(read, deep)
      if (opened.verdict !== 'fine' || schema.verdict !== 'fine') return [opened, schema]
      return [
        opened,
        schema,
        await checkSecretFits(read, secret),
        await checkClock(config, read, now),
        ...(await checkRedis(config, read, now)),
        await checkSwitches(read),
        await checkWebhooks(read, now()),
        await checkConnections(read, now()),
        await checkBackups(config, read, now()),
      ]
    })
  } catch (error) {
    const { message } = error as Error
    return [
      fault('store', message, 'move it away and restore a backup with "agent-network restore"'),
      ...(await checkRedis(config, null, now)),
    ]
  } finally {
    await store.close()
  }
}

/** Runs all checks; none changes the installation. */
async function runChecks({ data, operatorUrl, env, deep, stopped }: DoctorOptions): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(['--data', data], env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fault('settings', error.message, 'fix it: the server does not start with it')]
  }
  let secret: FoundSecret | null = null
  const secrets = await runCheck('secret', () => {
    secret = findSecret(config, env)
    return checkSecretIsThere(config, secret)
  })
  const token = env.AGENT_NETWORK_OPERATOR_TOKEN
  const isExpected = !stopped && isInstalled(config)
  const [server, status] = await readServerStatus({ operatorUrl, data, token, isExpected })
  return [
    checkSettings(env),
    ...secrets,
    ...(await runCheck('permissions', () => checkPermissions(config, env.AGENT_NETWORK_CONFIG ?? ''))),
    ...(await runCheck('disk', () => checkDisk(config))),
    server,
    ...(await checkStore(config, secret, deep)),
    ...(status === null ? [skipped('life', 'no server runs')] : checkRunning(status)),
    ...(await runCheck('model', () => checkModel(config, env.AGENT_NETWORK_MODEL_KEY))),
    ...(await runCheck('moderation', () => checkModeration(config, env.AGENT_NETWORK_MODERATION_KEY))),
    ...(await runCheck('identity', () => checkIdentity(config))),
  ]
}

const MARKS: Readonly<Record<Finding['verdict'], string>> = {
  fine: 'ok     ',
  warning: 'WARNING',
  fault: 'FAULT  ',
  skipped: '-      ',
}

function printFindings(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ name }) => name.length))
  for (const { name, verdict, found, advice } of findings) {
    print(`${MARKS[verdict]}  ${name.padEnd(width)}  ${withoutControls(found)}`)
    if (advice !== '') print(`${' '.repeat(width + 11)}→ ${withoutControls(advice)}`)
  }
}

/** Prints the findings and returns the exit code. */
export async function doctor(options: DoctorOptions, json: boolean): Promise<0 | 1 | 2> {
  const findings = await runChecks(options)
  const code = exitCodeOf(findings)
  if (json) printJson({ verdict: ['fine', 'warning', 'fault'][code], findings })
  else printFindings(findings)
  return code
}
