import type { Command } from 'commander'
import { CliError, type Client, RefusedCall } from './client.ts'
import { type Field, membersOf } from './fields.ts'
import { note, printForPeople, printJson } from './output.ts'

type Arguments = Readonly<Record<string, string>>

/** One command that is one call of the operator API. */
export interface Verb {
  /** As commander writes it: `update <id>`. */
  readonly usage: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/_operator`; `{id}` is filled from the argument of that name. */
  readonly path: string
  readonly fields?: readonly Field[]
  /** Flags without which the call makes no sense, by their members. */
  readonly needs?: readonly string[]
  /** What to send; the members set by flags unless said otherwise. */
  readonly body?: (args: Arguments, members: Readonly<Record<string, unknown>>) => unknown
  /** The columns of a list. */
  readonly columns?: readonly string[]
  /** What people want to see of the answer, when that is not all of it. */
  readonly shown?: (data: never, args: Arguments) => unknown
  /** A member that is shown once and never again. */
  readonly secret?: string
  /** What a 404 most likely means. */
  readonly absent?: string
}

export interface Group {
  readonly name: string
  readonly summary: string
  readonly verbs: readonly Verb[]
  readonly examples?: readonly string[]
}

/** What commands are given: the options that all of them share, and a client made only by those that need one. */
export interface Shared {
  readonly json: () => boolean
  readonly client: () => Client
}

const fill = (path: string, args: Arguments): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(args[name]!))

const flagOf = (fields: readonly Field[], member: string): string =>
  fields.find((field) => field.member === member)!.options[0]!.long!

async function run(
  verb: Verb,
  args: Arguments,
  given: Record<string, unknown>,
  { json, client }: Shared,
): Promise<void> {
  const fields = verb.fields ?? []
  const members = membersOf(fields, given)
  const missing = (verb.needs ?? []).filter((member) => !(member in members))
  if (missing.length > 0)
    throw new CliError(`${missing.map((m) => flagOf(fields, m)).join(' and ')} must be given; see --help`)
  if (verb.method === 'PATCH' && verb.body === undefined && Object.keys(members).length === 0)
    throw new CliError('nothing to change: say what with flags; see --help')

  const query = verb.method === 'GET' ? new URLSearchParams(members as Record<string, string>).toString() : ''
  const path = fill(verb.path, args) + (query === '' ? '' : `?${query}`)
  const body = verb.body?.(args, members) ?? (verb.method === 'GET' || verb.method === 'DELETE' ? undefined : members)
  const envelope = await client()
    .call(verb.method, path, body)
    .catch((error: unknown) => {
      if (error instanceof RefusedCall && error.status === 404 && verb.absent) throw new CliError(verb.absent)
      throw error
    })
  const data = verb.shown === undefined ? envelope.data : verb.shown(envelope.data as never, args)
  if (json()) printJson(Array.isArray(data) ? envelope : data)
  else printForPeople({ ...envelope, data }, verb.columns)
  if (verb.secret !== undefined) note(`Save the ${verb.secret} now: it is not kept and cannot be shown again.`)
}

export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ agent-network ${example}`).join('\n')}`)

export function addVerb(parent: Command, verb: Verb, shared: Shared): Command {
  const command = parent.command(verb.usage).description(verb.summary)
  for (const option of (verb.fields ?? []).flatMap((field) => field.options)) command.addOption(option)
  return command.action(() => {
    const names = command.registeredArguments.map((argument) => argument.name())
    const args = Object.fromEntries(names.map((name, i) => [name, command.processedArgs[i] as string]))
    return run(verb, args, command.opts(), shared)
  })
}

export function addGroup(program: Command, group: Group, shared: Shared): void {
  const command = program.command(group.name).description(group.summary)
  for (const verb of group.verbs) addVerb(command, verb, shared)
  if (group.examples !== undefined) addExamples(command, group.examples)
}
