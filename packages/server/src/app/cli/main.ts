#!/usr/bin/env node
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Command, Option } from 'commander'
import { ConfigError, configFileText, withConfigFile } from '../../platform/config/config.ts'
import { ACCESS, addJoining } from './access.ts'
import { CliError, findToken, makeClient, RefusedCall } from './client.ts'
import { addExamples, addGroup, type Shared } from './commands.ts'
import { note, printAnswer, printJson, safe } from './output.ts'
import { addStore } from './store.ts'
import { addSystem, SYSTEM } from './system.ts'
import { WORLDS } from './worlds.ts'

const PRIVATE = 0o600

function init(file: string, force: boolean): void {
  if (existsSync(file) && !force) throw new CliError(`${file} is there already; --force writes over it`)
  writeFileSync(file, configFileText(), { mode: PRIVATE })
  // One that was there keeps its mode otherwise.
  chmodSync(file, PRIVATE)
}

/** What is done before a server runs for the first time, and what looks whether it could. */
export function addSetup(program: Command): void {
  const options = () => program.opts<{ data: string; operatorUrl: string; json?: true }>()

  const making = program
    .command('init [file]')
    .description('Write a file of all settings, with what they mean and their defaults')
    .option('--force', 'write over a file that is there')
    .action((file = 'agent-network.env', { force }: { force?: true }) => {
      init(file, force === true)
      if (options().json) printJson({ file })
      else note(`wrote ${file}; "agent-network serve --config ${file}" reads it`)
    })
  addExamples(making, ['init', 'init /etc/agent-network.env'])

  const examining = program
    .command('doctor')
    .description('Look at an installation, running or stopped, and say what to do; exit 1 for warnings, 2 for faults')
    .action(async () => {
      const { data, operatorUrl, json } = options()
      const { doctor } = await import('./doctor/doctor.ts')
      process.exitCode = await doctor({ data, operatorUrl, env: process.env }, json === true)
    })
  addExamples(examining, ['doctor', 'doctor --json', 'doctor --config /etc/agent-network.env'])
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

function makeProgram(): Command {
  const program = new Command('agent-network')
    .description('Run and operate an agent network.')
    .version(version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) => write(`${text.trim().replace(/^error:/, 'agent-network:')} (see --help)\n`),
    })
    .addOption(
      new Option('--operator-url <url>', "the server's operator listener")
        .env('AGENT_NETWORK_OPERATOR_URL')
        .default('http://127.0.0.1:8081'),
    )
    .addOption(
      new Option('--data <folder>', "the server's data directory, which holds the operator token")
        .env('AGENT_NETWORK_DATA')
        .default('./data'),
    )
    .option('--config <file>', 'a file of settings, as "agent-network init" writes it')
    .option('--json', 'print what the server answered, byte for byte')
  const options = () => program.opts<{ operatorUrl: string; data: string; json?: true }>()
  const shared: Shared = {
    json: () => options().json === true,
    client: () =>
      makeClient(options().operatorUrl, findToken(options().data, process.env.AGENT_NETWORK_OPERATOR_TOKEN)),
  }
  addStore(program)
  addSetup(program)
  for (const group of [...ACCESS, ...SYSTEM, ...WORLDS]) addGroup(program, group, shared)
  addSystem(program, shared)
  addJoining(program, shared)
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

/** Errors that say what to do need no stack. */
const isMendable = (error: unknown): boolean =>
  error instanceof CliError || error instanceof ConfigError || hasSystemCode(error)

/** A full disk, a folder that is not there: the system's own words name the file. */
const hasSystemCode = (error: unknown): boolean => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')

// A reader that has seen enough, such as `head`, is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const program = makeProgram()
async function run(): Promise<void> {
  // Before anything is parsed: the settings of the file stand in for variables that options fall back to.
  Object.assign(process.env, withConfigFile(process.argv.slice(2), process.env))
  await program.parseAsync()
}
run().catch((error: Error) => {
  if (error instanceof RefusedCall && program.opts<{ json?: true }>().json) printAnswer(error.answer)
  note(`agent-network: ${isMendable(error) ? safe(error.message) : (error.stack ?? String(error))}`)
  process.exitCode = 1
})
