// Commands for switches, the test clock, signing keys, status, world files.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Activity, LIMITS, OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import { type Command, Option } from 'commander'
import { isSwitchName, switchFault } from '../../platform/control/switches.ts'
import { CliError, envelopeOf } from './client.ts'
import { addExamples, addVerb, type Group, type SharedOptions, summaryOf, type Verb } from './commands.ts'
import type { Field } from './fields.ts'
import { printForPeople, printJson, printMessage, printResponse } from './output.ts'

/** Parses JSON, else returns the text: `true` is a boolean, `index` a string. */
const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const FORCE: Field = {
  member: 'force',
  options: [new Option('--force', 'store the value even if its type is wrong')],
  value: (flagValue) => flagValue,
}

/** The operator API stores any value; the command line also checks the type of the switch. */
function requireType(name: string, value: unknown): void {
  const fault = isSwitchName(name) ? switchFault(name, value) : null
  if (fault !== null)
    throw new CliError(
      `${name} takes ${fault.expected}, and ${JSON.stringify(value)} is not: ${fault.effect}; --force stores it anyway`,
    )
}

/** Quotes strings, so that "true" differs from true. */
const asTyped = (value: unknown): unknown =>
  typeof value === 'string' || Array.isArray(value) ? JSON.stringify(value) : value

const settings: Group = {
  name: 'config',
  summary: 'Runtime switches; changes apply to the next request',
  verbs: [
    {
      usage: 'list',
      route: ROUTES.listSwitches,
      columns: ['name', 'type', 'value', 'default', 'changedAt', 'about'],
    },
    {
      usage: 'get [name]',
      summary: 'Show one switch, or all of them',
      route: ROUTES.getConfig,
      selectOutput: (data: Record<string, unknown>, { name }) => {
        if (name === undefined) return Object.fromEntries(Object.entries(data).map(([n, value]) => [n, asTyped(value)]))
        if (!Object.hasOwn(data, name))
          throw new CliError(`${name}: no such switch; "agent-network config get" lists them`)
        return { [name]: asTyped(data[name]) }
      },
    },
    {
      usage: 'set <name> <value>',
      summary: 'Set a switch; the value is parsed as JSON if possible, else used as text',
      route: ROUTES.changeConfig,
      fields: [FORCE],
      body: ({ name, value }, { force }) => {
        const sent = jsonOrText(value!)
        if (force !== true) requireType(name!, sent)
        return { [name!]: sent }
      },
      selectOutput: (data: Record<string, unknown>, { name }) => ({ [name!]: asTyped(data[name!]) }),
    },
    {
      usage: 'unset <name>',
      summary: 'Reset a switch to its default',
      route: ROUTES.changeConfig,
      body: ({ name }) => ({ [name!]: null }),
      selectOutput: (data: Record<string, unknown>, { name }) => ({ [name!]: asTyped(data[name!]) }),
    },
  ],
  examples: [
    'config get',
    'config set visitorDriveEnabled true',
    `config set corsAllowedOrigins '["https://example.org"]'`,
    'config unset visitorDriveEnabled',
  ],
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function milliseconds(text: string): number {
  const match = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text)
  if (match === null)
    throw new CliError(`${text} is no duration; write milliseconds, or a number with s, m, h or d, such as 90s`)
  return Number(match[1]) * UNITS[match[2] ?? 'ms']!
}

const NO_CLOCK = 'this server follows the system clock; start it with --test-clock to move its time'

const move = (usage: string, summary: string, body: NonNullable<Verb['body']>): Verb => ({
  usage,
  summary,
  route: ROUTES.moveClock,
  body,
  absent: NO_CLOCK,
})

const clock: Group = {
  name: 'clock',
  summary: 'The test clock (only with --test-clock)',
  verbs: [
    { usage: 'show', route: ROUTES.getClock, absent: NO_CLOCK },
    move('set <time>', 'Set the time and freeze it (ISO 8601)', ({ time }) => ({ now: time })),
    move('advance <duration>', 'Move the time forward: milliseconds, or 90s, 15m, 6h, 2d', ({ duration }) => ({
      advanceMs: milliseconds(duration!),
    })),
    move('system', 'Follow the system clock again', () => ({ mode: 'system' })),
  ],
  examples: ['clock set 2026-01-01T00:00:00Z', 'clock advance 1d'],
}

const tokens: Group = {
  name: 'tokens',
  summary: 'The keys that sign machine tokens',
  verbs: [
    {
      usage: 'keys',
      route: ROUTES.listSigningKeys,
      columns: ['kid', 'state', 'signsFrom', 'publishedUntil'],
    },
    { usage: 'rotate', route: ROUTES.rotateSigningKey },
  ],
  examples: ['tokens keys', 'tokens rotate'],
}

const SINGLE_VERBS: readonly Verb[] = [
  {
    usage: 'audit',
    route: ROUTES.listAudit,
    columns: ['at', 'actor', 'action', 'target', 'detail'],
  },
  { usage: 'status', route: ROUTES.getStatus },
  {
    usage: 'nodes',
    route: ROUTES.listNodes,
    columns: [
      'host',
      'address',
      'version',
      'state',
      'startedAt',
      'lastSeenSeconds',
      'isCurrent',
      'appliedAfterMs',
      'node',
    ],
  },
  {
    usage: 'errors',
    route: ROUTES.listErrors,
    columns: ['route', 'code', 'status', 'count', 'firstAt', 'lastAt'],
  },
  {
    usage: 'requests',
    route: ROUTES.listRequests,
    columns: ['at', 'keyId', 'route', 'status', 'code', 'requestId'],
  },
  {
    usage: 'activity',
    route: ROUTES.getActivity,
    // One line per step, with a column for each series.
    selectOutput: ({ times, series }: Activity) =>
      times.map((at, i) => ({ at, ...Object.fromEntries(series.map(({ name, values }) => [name, values[i]])) })),
  },
]

function readWorldFile(file: string): Buffer {
  let bytes: Buffer
  try {
    bytes = readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new CliError(
      `cannot read ${file === '-' ? 'standard input' : file}: ${(error as NodeJS.ErrnoException).code}`,
    )
  }
  if (bytes.length > LIMITS.body_bytes.worldFile)
    throw new CliError(`${file} is larger than 64 MiB; import it in parts`)
  return bytes
}

function addFiles(program: Command, { client, json }: SharedOptions): void {
  const importing = program
    .command('import <file>')
    .description(`${summaryOf(ROUTES.importWorld)} (- reads standard input)`)
    .action(async (file: string) => {
      const response = await client().send(ROUTES.importWorld, { body: readWorldFile(file) })
      if (json()) printResponse(response)
      else printForPeople({ data: (envelopeOf(response).data as { counts: unknown }).counts })
    })
  addExamples(importing, ['import my-world.json', 'export prime | agent-network import -'])

  const exporting = program
    .command('export <world>')
    .description(summaryOf(ROUTES.exportWorld))
    .option('--out <file>', 'output file; default: standard output')
    .action(async (world: string, { out }: { out?: string }) => {
      const bytes = await client().send(ROUTES.exportWorld, { query: { worldId: world } })
      if (out === undefined) {
        printResponse(bytes)
        return
      }
      try {
        writeFileSync(out, bytes)
      } catch (error) {
        throw new CliError(`cannot write ${out}: ${(error as NodeJS.ErrnoException).code}`)
      }
      if (json()) printJson({ file: out, bytes: bytes.length })
      else printMessage(`wrote ${out} (${bytes.length} bytes)`)
    })
  addExamples(exporting, ['export prime --out prime.json'])
}

export function addSystem(program: Command, shared: SharedOptions): void {
  addFiles(program, shared)
  for (const verb of SINGLE_VERBS) addVerb(program, verb, shared)
}

export const SYSTEM: readonly Group[] = [settings, clock, tokens]
