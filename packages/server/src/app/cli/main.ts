#!/usr/bin/env node
// Entry point of the command line `agent-network`.
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import { Command, Option } from 'commander'
import { ConfigError, configFileText, VERSION, withConfigFile } from '../../platform/config/config.ts'
import { FLAGS, variableOf } from '../../platform/config/flags.ts'
import { ACCESS, addDeveloperExport, addJoining } from './access.ts'
import { CliError, findToken, makeClient, NoServerError, OperatorCallError, type OperatorCaller } from './client.ts'
import { addExamples, addGroup, type SharedOptions } from './commands.ts'
import { addExperiments } from './experiment.ts'
import { printJson, printMessage, printResponse, withoutControls } from './output.ts'
import { addStore } from './store.ts'
import { addSystem, SYSTEM } from './system.ts'
import { WORLDS } from './worlds.ts'

const PRIVATE = 0o600

function init(file: string, force: boolean): void {
  if (existsSync(file) && !force) throw new CliError(`${file} exists already; --force overwrites it`)
  writeFileSync(file, configFileText(), { mode: PRIVATE })
  // An existing file keeps its mode otherwise.
  chmodSync(file, PRIVATE)
}

/** Adds `init` and `doctor`. */
export function addSetup(program: Command): void {
  const options = () => program.opts<{ data: string; operatorUrl: string; json?: true }>()

  const making = program
    .command('init [file]')
    .description('Write a file with all settings, their meanings and defaults')
    .option('--force', 'overwrite an existing file')
    .action((file = 'agent-network.env', { force }: { force?: true }) => {
      init(file, force === true)
      if (options().json) printJson({ file })
      else printMessage(`wrote ${file}; "agent-network serve --config ${file}" reads it`)
    })
  addExamples(making, ['init', 'init /etc/agent-network.env'])

  const examining = program
    .command('doctor')
    .description('Check an installation, running or stopped, and print advice; exit code 1 for warnings, 2 for faults')
    .option('--deep', 'read the whole store: full integrity check')
    .option('--stopped', 'the server is stopped on purpose; otherwise no response is a fault')
    .action(async ({ deep = false, stopped = false }: { deep?: boolean; stopped?: boolean }) => {
      const { data, operatorUrl, json } = options()
      const { doctor } = await import('./doctor/doctor.ts')
      process.exitCode = await doctor({ data, operatorUrl, env: process.env, deep, stopped }, json === true)
    })
  addExamples(examining, [
    'doctor',
    'doctor --deep',
    'doctor --stopped --json',
    'doctor --config /etc/agent-network.env',
  ])
}

/** The operator listener of a server with the same settings. */
function operatorUrlOf(env: Readonly<Record<string, string | undefined>>): string {
  const setting = (flag: 'operator-host' | 'operator-port'): string => env[variableOf(flag)] || FLAGS[flag][1]
  const [host, port] = [setting('operator-host'), setting('operator-port')]
  // A listener on all addresses responds on loopback, too.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Routes of interventions and interviews, which work with the server stopped, too. */
const STUDY_ROUTES: ReadonlySet<string> = new Set(
  [ROUTES.planHappening, ROUTES.tellFact, ROUTES.getFact, ROUTES.interviewResidents].map(({ name }) => name),
)

/** If no server responds, requests of studies are answered from the store in `data`. */
const withStoppedServer = (caller: OperatorCaller, data: string): OperatorCaller => ({
  ...caller,
  async send(route, sending) {
    try {
      return await caller.send(route, sending)
    } catch (error) {
      if (!(error instanceof NoServerError) || !STUDY_ROUTES.has(route.name)) throw error
      const { withIdleServer } = await import('./research.ts')
      return withIdleServer(data, (operatorUrl, token) => makeClient(operatorUrl, token).send(route, sending))
    }
  },
})

function makeProgram(): Command {
  const program = new Command('agent-network')
    .description('Run and operate an agent network.')
    .version(VERSION)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) => write(`${text.trim().replace(/^error:/, 'agent-network:')} (see --help)\n`),
    })
    .addOption(
      new Option('--operator-url <url>', "the server's operator listener")
        .env('AGENT_NETWORK_OPERATOR_URL')
        .default(operatorUrlOf(process.env)),
    )
    .addOption(
      new Option('--data <folder>', "the server's data directory, which holds the operator token")
        .env('AGENT_NETWORK_DATA')
        .default('./data'),
    )
    .option('--config <file>', 'settings file, as written by "agent-network init"')
    .option('--json', 'print the response of the server, byte for byte')
  const options = () => program.opts<{ operatorUrl: string; data: string; json?: true }>()
  const shared: SharedOptions = {
    json: () => options().json === true,
    client() {
      const { operatorUrl, data } = options()
      const caller = makeClient(operatorUrl, findToken(data, process.env.AGENT_NETWORK_OPERATOR_TOKEN))
      // A named listener may be of another machine.
      const isNamed = ['cli', 'env'].includes(program.getOptionValueSource('operatorUrl') ?? '')
      return isNamed ? caller : withStoppedServer(caller, data)
    },
  }
  addStore(program)
  addSetup(program)
  for (const group of [...ACCESS, ...SYSTEM, ...WORLDS]) addGroup(program, group, shared)
  addSystem(program, shared)
  addDeveloperExport(program, shared)
  addJoining(program, shared)
  addExperiments(program, shared)
  program.addHelpText(
    'after',
    '\nThe operator token is read from <data>/operator-token or AGENT_NETWORK_OPERATOR_TOKEN.',
  )
  return addExamples(program, [
    'serve',
    'key create --name "my reader" --tier 3',
    'world list',
    'backup network.backup',
  ])
}

/** Errors that say what to do are printed without a stack. */
const isExpectedError = (error: unknown): boolean =>
  error instanceof CliError || error instanceof ConfigError || hasSystemCode(error)

/** File-system errors, such as a full disk: their message names the file. */
const hasSystemCode = (error: unknown): boolean => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')

// Closed pipes, for example to `head`, are no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

let isJson = false
async function run(): Promise<void> {
  // The first step, because options take their defaults from the environment.
  Object.assign(process.env, withConfigFile(process.argv.slice(2), process.env))
  const program = makeProgram()
  program.hook('preAction', () => {
    isJson = program.opts<{ json?: true }>().json === true
  })
  await program.parseAsync()
}
run().catch((error: Error) => {
  if (error instanceof OperatorCallError && isJson) printResponse(error.answer)
  printMessage(
    `agent-network: ${isExpectedError(error) ? withoutControls(error.message) : (error.stack ?? String(error))}`,
  )
  process.exitCode = 1
})
