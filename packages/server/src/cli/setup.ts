import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { configFileText } from '../config-file.ts'
import { CliError } from './client.ts'
import { note, printJson } from './output.ts'
import { addExamples } from './verbs.ts'

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
