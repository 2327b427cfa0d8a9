// Commands that work on the store directly: serve, backup, restore, upgrade-check, history, research.
import { type Command, Option } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { flagHelp } from '../../platform/config/flags.ts'
import { CliError } from './client.ts'
import { addExamples } from './commands.ts'
import type { DataOptions } from './research.ts'

/** Formats of `export-data`, repeated here because the code of exports is loaded on use. */
const DATA_FORMATS = ['csv', 'jsonl', 'parquet'] as const satisfies readonly DataOptions['format'][]

const SUMMARIES = {
  backup: 'Write the whole store to one file, also while the server runs',
  restore: 'Restore a backup, or an archive as of a moment, into an empty store; stop the server first',
} as const

/** Adds the commands that open the store directly. Their code is loaded on use, because it is large. */
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
      // Commander takes `--data` out of the arguments, so it is passed on here.
      const data = program.getOptionValueSource('data') === 'cli' ? ['--data', options().data] : []
      await serve([...command.args, ...data])
    })
  addExamples(serving, [
    'serve',
    'serve --port 9000 --operator-port 9001 --data /var/lib/agent-network',
    'serve --seed none --test-clock',
  ])

  const configured = () => readConfig(['--data', options().data], process.env)
  const isJson = () => options().json === true

  const backing = program
    .command('backup [file]')
    .description(SUMMARIES.backup)
    .option('--record', 'only record that a backup was made now with another tool, such as pg_dump')
    .option('--copy', 'copy the file of the embedded store instead; a server can start from it')
    .action(async (file: string | undefined, { record, copy }: { record?: true; copy?: true }) => {
      const files = await import('./backup/store-files.ts')
      if (record) return files.recordBackup(configured(), isJson())
      if (file === undefined) throw new CliError('name the file to write: agent-network backup network.backup')
      return files[copy ? 'copyStore' : 'backup'](configured(), file, isJson())
    })
  addExamples(backing, ['backup network.backup', 'backup network.backup --data /var/lib/agent-network'])

  const restoring = program
    .command('restore <file-or-archive>')
    .description(SUMMARIES.restore)
    .option('--verify', 'restore into a temporary store and report the result')
    .option(
      '--at <moment>',
      'archives only: the moment to restore, such as 2026-04-01T12:00:00Z; default: the last one',
    )
    .option('--replace', 'set an existing store aside, and put it back if the restore fails')
    .action(
      async (file: string, { verify, at, replace = false }: { verify?: true; at?: string; replace?: boolean }) => {
        const files = await import('./backup/store-files.ts')
        await files[verify ? 'verify' : 'restore'](configured(), { file, at, replace }, isJson())
      },
    )
  addExamples(restoring, [
    'restore network.backup',
    'restore --replace network.backup',
    'restore --verify network.backup',
    'restore --at 2026-04-01T12:00:00Z /var/lib/agent-network-archive',
  ])

  const checking = program
    .command('upgrade-check [backup]')
    .description('Run the migrations of this version on a copy of the store or on a backup, and report the changes')
    .action(async (backup: string | undefined) => {
      const { upgradeCheck } = await import('./upgrade-check.ts')
      const copyUrl = process.env.AGENT_NETWORK_COPY_URL ?? ''
      await upgradeCheck(configured(), { backup, copyUrl }, isJson())
    })
  addExamples(checking, ['upgrade-check', 'upgrade-check network.backup'])

  addResearch(program, isJson)

  const past = program
    .command('history')
    .description('Simulate the past days of the worlds up to now; stop the server first')
    .option('--days <n>', 'days to simulate, 1 to 400', '30')
    .option('--world <id...>', 'only these worlds')
    .action(async ({ days, world }: { days: string; world?: string[] }) => {
      const config = readConfig(['--data', options().data], process.env)
      const { history } = await import('./worlds.ts')
      await history(config, { days, worldIds: world }, options().json === true)
    })
  addExamples(past, ['history --days 30', 'history --days 7 --world prime'])
}

/** Adds `manifest`, `reproduce` and `export-data`. */
function addResearch(program: Command, isJson: () => boolean): void {
  const data = () => program.opts<{ data: string }>().data

  const describing = program
    .command('manifest <world>')
    .description('Show what a world was simulated from, with a digest of each day; the server may run')
    .option('--out <file>', 'output file; default: standard output')
    .action(async (world: string, { out }: { out?: string }) => {
      const { printManifest } = await import('./research.ts')
      await printManifest(data(), world, out)
    })
  addExamples(describing, ['manifest prime', 'manifest prime --out reproduce.json'])

  const repeating = program
    .command('reproduce <file>')
    .description('Simulate the world of a manifest again in an empty folder (--data) and compare the digests')
    .addHelpText('after', '\nExit codes: 0 equal, 1 different, 2 not reproducible.')
    .action(async (file: string) => {
      const { reproduceFile, requireFolder } = await import('./research.ts')
      await reproduceFile(file, requireFolder(program), isJson())
    })
  addExamples(repeating, ['reproduce reproduce.json --data /tmp/again'])

  const exporting = program
    .command('export-data <world>')
    .description('Write the data of a world as tables with a Frictionless description; the server may run')
    .addOption(new Option('--format <format>', 'format of the files').choices(DATA_FORMATS).makeOptionMandatory())
    .requiredOption('--out <folder>', 'folder of the files')
    .option('--from <date>', 'first UTC date')
    .option('--to <date>', 'last UTC date')
    .option('--private', 'include words of talks, dreams, personas and facts that are not public')
    .action(async (world: string, options: DataOptions) => {
      const { writeData } = await import('./research.ts')
      await writeData(data(), world, options, isJson())
    })
  addExamples(exporting, [
    'export-data prime --format csv --out data-csv',
    'export-data prime --format parquet --out data --from 2026-01-01 --to 2026-01-31',
  ])
}
