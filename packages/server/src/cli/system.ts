import { readFileSync, writeFileSync } from 'node:fs'
import { LIMITS } from '@agent-network/contract'
import type { Command } from 'commander'
import { CliError } from './client.ts'
import * as f from './fields.ts'
import { note, print, printForPeople, printJson } from './output.ts'
import { addExamples, addVerb, type Group, type Shared, type Verb } from './verbs.ts'

/** JSON when it is JSON, else the text itself: `true` is a switch, `index` a word. */
const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const settings: Group = {
  name: 'config',
  summary: 'Runtime switches; each binds on the next request',
  verbs: [
    {
      usage: 'get [name]',
      summary: 'Show one switch, or all of them',
      method: 'GET',
      path: '/config',
      shown: (data: Record<string, unknown>, { name }) => {
        if (name === undefined) return data
        if (!Object.hasOwn(data, name))
          throw new CliError(`${name}: no such switch; "agent-network config get" lists them`)
        return { [name]: data[name] }
      },
    },
    {
      usage: 'set <name> <value>',
      summary: 'Set a switch; the value is read as JSON if it is JSON, else as text',
      method: 'PATCH',
      path: '/config',
      body: ({ name, value }) => ({ [name!]: jsonOrText(value!) }),
      shown: (data: Record<string, unknown>, { name }) => ({ [name!]: data[name!] }),
    },
    {
      usage: 'unset <name>',
      summary: 'Give a switch its default again',
      method: 'PATCH',
      path: '/config',
      body: ({ name }) => ({ [name!]: null }),
      shown: (data: Record<string, unknown>, { name }) => ({ [name!]: data[name!] }),
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
  method: 'PUT',
  path: '/clock',
  body,
  absent: NO_CLOCK,
})

const clock: Group = {
  name: 'clock',
  summary: 'The test clock (only with --test-clock)',
  verbs: [
    { usage: 'show', summary: 'Show the time', method: 'GET', path: '/clock', absent: NO_CLOCK },
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
      summary: 'List signing keys, oldest first',
      method: 'GET',
      path: '/tokens/keys',
      columns: ['kid', 'state', 'signsFrom', 'publishedUntil'],
    },
    {
      usage: 'rotate',
      summary: 'Publish a new signing key; it signs an hour later',
      method: 'POST',
      path: '/tokens/rotate',
    },
  ],
  examples: ['tokens keys', 'tokens rotate'],
}

const single: readonly Verb[] = [
  {
    usage: 'audit',
    summary: 'List every change an operator made, newest first',
    method: 'GET',
    path: '/audit',
    fields: f.paging,
    columns: ['at', 'action', 'target', 'detail'],
  },
  { usage: 'status', summary: 'Show version, uptime, engines and queues', method: 'GET', path: '/status' },
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

function addFiles(program: Command, { client, json }: Shared): void {
  const importing = program
    .command('import <file>')
    .description('Import a world file (- reads standard input); all of it or nothing')
    .action(async (file: string) => {
      const { data } = await client().call('POST', '/import', readWorldFile(file))
      if (json()) printJson(data)
      else printForPeople({ data: (data as { counts: unknown }).counts })
    })
  addExamples(importing, ['import my-world.json', 'export prime | agent-network import -'])

  const exporting = program
    .command('export <world>')
    .description('Write a world as a world file')
    .option('--out <file>', 'where to write it; standard output when left out')
    .action(async (world: string, { out }: { out?: string }) => {
      const bytes = await client().bytes('GET', `/export?${new URLSearchParams({ worldId: world })}`)
      if (out === undefined) {
        print(bytes.toString('utf8'))
        return
      }
      try {
        writeFileSync(out, bytes)
      } catch (error) {
        throw new CliError(`cannot write ${out}: ${(error as NodeJS.ErrnoException).code}`)
      }
      if (json()) printJson({ file: out, bytes: bytes.length })
      else note(`wrote ${out} (${bytes.length} bytes)`)
    })
  addExamples(exporting, ['export prime --out prime.json'])
}

export function addSystem(program: Command, shared: Shared): void {
  addFiles(program, shared)
  for (const verb of single) addVerb(program, verb, shared)
}

export const SYSTEM: readonly Group[] = [settings, clock, tokens]
