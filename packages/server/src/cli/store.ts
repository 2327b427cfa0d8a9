import type { Command } from 'commander'
import { flagHelp, readConfig } from '../config.ts'
import { addExamples } from './verbs.ts'

const SUMMARIES = {
  backup: 'Write the whole store to one file, also while the server runs',
  restore: 'Fill an empty store from a backup; the server must not run',
} as const

/** What works on the store itself and not through a server; its code is loaded when it is used, since it is much. */
export function addStore(program: Command): void {
  const options = () => program.opts<{ data: string; json?: true }>()

  const serving = program
    .command('serve')
    .description('Run the server')
    .usage('[flags of the server]')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', `\n${flagHelp()}`)
    .action(async (_: unknown, command: Command) => {
      const { serve } = await import('../serve.ts')
      // --data is one of the options of every command, so it has been taken out of the server's flags.
      const data = program.getOptionValueSource('data') === 'cli' ? ['--data', options().data] : []
      await serve([...command.args, ...data])
    })
  addExamples(serving, [
    'serve',
    'serve --port 9000 --operator-port 9001 --data /var/lib/agent-network',
    'serve --seed none --test-clock',
  ])

  for (const name of ['backup', 'restore'] as const) {
    const command = program.command(`${name} <file>`).description(SUMMARIES[name])
    command.action(async (file: string) => {
      const config = readConfig(['--data', options().data], process.env)
      const files = await import('./store-files.ts')
      await files[name](config, file, options().json === true)
    })
    addExamples(command, [`${name} network.backup`, `${name} network.backup --data /var/lib/agent-network`])
  }

  const past = program
    .command('history')
    .description('Live the past of the worlds up to now, at full speed; the server must not run')
    .option('--days <n>', 'how many days, up to 400', '30')
    .option('--world <id...>', 'only these worlds')
    .action(async ({ days, world }: { days: string; world?: string[] }) => {
      const config = readConfig(['--data', options().data], process.env)
      const { history } = await import('./history.ts')
      await history(config, { days, worldIds: world }, options().json === true)
    })
  addExamples(past, ['history --days 30', 'history --days 7 --world prime'])
}
