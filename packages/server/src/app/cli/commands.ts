// Commands that call one operator route each: arguments, confirmation, output.
import { createInterface } from 'node:readline/promises'
import type { OperatorRoute } from '@agent-network/contract'
import type { Command } from 'commander'
import { CliError, envelopeOf, OperatorCallError, type OperatorCaller, type RequestParts } from './client.ts'
import { type Field, fieldsOf, membersOf, requiredMembers } from './fields.ts'
import { printForPeople, printMessage, printResponse } from './output.ts'

type Arguments = Readonly<Record<string, string>>
type Members = Readonly<Record<string, unknown>>

/** One command for one operator route; its flags follow from the route. */
export interface Verb {
  /** Commander syntax: `update <id>`. Arguments fill the path parameters of the same name. */
  readonly usage: string
  readonly route: OperatorRoute
  /** For routes with several verbs; default is the purpose of the route. */
  readonly summary?: string
  /** Replaces the generated flags. */
  readonly fields?: readonly Field[]
  /** The body to send; default are the members set by flags. */
  readonly body?: (args: Arguments, members: Members) => unknown
  /** The columns of a list. */
  readonly columns?: readonly string[]
  /** Selects the part of the response to print; default is all of it. */
  readonly selectOutput?: (data: never, args: Arguments) => unknown
  /** A message after the response, for people; null if there is nothing to say. */
  readonly note?: (data: never) => string | null
  /** A member of the response that is shown only once. */
  readonly secret?: string
  /** Names what the command deletes for good. It asks for confirmation unless `--yes` is given. */
  readonly destroys?: { readonly what: string; readonly count: OperatorRoute }
  /** Names what the command erases. It shows the counts of a dry run and asks for confirmation unless `--yes` is given. */
  readonly erases?: string
  /** The message for a 404. */
  readonly absent?: string
}

export interface Group {
  readonly name: string
  readonly summary: string
  readonly verbs: readonly Verb[]
  readonly examples?: readonly string[]
}

/** Shared by all commands: the global options, and a client that is created on use. */
export interface SharedOptions {
  readonly json: () => boolean
  readonly client: () => OperatorCaller
}

/** The first sentence of a route's purpose, for the help. */
export const summaryOf = ({ purpose }: OperatorRoute): string => purpose.split(/\.(?:\s|$)/)[0] ?? purpose

/** A verb with its own body has only the flags that it names. */
const fieldsOfVerb = ({ fields, body, route }: Verb): readonly Field[] =>
  fields ?? (body === undefined ? fieldsOf(route) : [])

const flagOf = (fields: readonly Field[], member: string): string =>
  fields.find((field) => field.member === member)!.options[0]!.long!

/** The body to send; throws if a required flag is missing. */
function bodyOf({ route, body }: Verb, fields: readonly Field[], args: Arguments, members: Members): unknown {
  if (route.body === null) return undefined
  if (body !== undefined) return body(args, members)
  const missing = requiredMembers(route).filter((member) => !(member in members))
  if (missing.length > 0)
    throw new CliError(`${missing.map((member) => flagOf(fields, member)).join(' and ')} must be given; see --help`)
  if (route.method === 'PATCH' && Object.keys(members).length === 0)
    throw new CliError('nothing to change: set at least one flag; see --help')
  return members
}

/** Asks on a terminal. Without a terminal, `--yes` is required. */
async function confirm(warning: string, flags: Members): Promise<void> {
  if (flags.yes === true) {
    printMessage(warning)
    return
  }
  if (!process.stdin.isTTY) throw new CliError(`${warning}; repeat it with --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${warning}. Continue? (yes or no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('nothing was deleted')
}

/** Counts what a destructive command deletes, and asks. */
async function requireConsent(
  { destroys, erases, route }: Verb,
  { path, body }: RequestParts,
  flags: Members,
  { client }: SharedOptions,
): Promise<void> {
  const [id] = Object.values(path ?? {})
  if (destroys !== undefined) {
    const { data } = envelopeOf(await client().send(destroys.count, { path: path! }))
    await confirm(`${destroys.what} ${id}: ${(data as { rows: number }).rows} rows are deleted for good`, flags)
  }
  if (erases === undefined || flags.dryRun === true) return
  const dryRun = { path: path!, body: { ...(body as object), dryRun: true } }
  const { counts } = envelopeOf(await client().send(route, dryRun)).data as { counts: Record<string, number> }
  const list = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
  await confirm(`${erases} ${id} is erased for good (${list.join(', ')})`, flags)
}

async function run(verb: Verb, args: Arguments, flags: Members, { json, client }: SharedOptions): Promise<void> {
  const { route } = verb
  const fields = fieldsOfVerb(verb)
  const members = membersOf(fields, flags)
  const query = route.body === null ? (members as Record<string, string>) : {}
  const body = bodyOf(verb, fields, args, members)
  await requireConsent(verb, { path: args, body }, flags, { json, client })
  const response = await client()
    .send(route, { path: args, query, body })
    .catch((error: unknown) => {
      if (error instanceof OperatorCallError && error.status === 404 && verb.absent)
        throw new OperatorCallError(error.status, error.answer, verb.absent)
      throw error
    })
  // A response without content (204).
  if (response.length === 0) {
    printMessage('Done.')
    return
  }
  if (json()) printResponse(response)
  else {
    const envelope = envelopeOf(response)
    const data = verb.selectOutput === undefined ? envelope.data : verb.selectOutput(envelope.data as never, args)
    printForPeople({ ...envelope, data }, verb.columns)
  }
  const note = verb.note?.(envelopeOf(response).data as never) ?? null
  if (note !== null) printMessage(note)
  if (verb.secret !== undefined)
    printMessage(`Save the ${verb.secret} now: it is not stored and cannot be shown again.`)
}

export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ agent-network ${example}`).join('\n')}`)

export function addVerb(parent: Command, verb: Verb, shared: SharedOptions): Command {
  const command = parent.command(verb.usage).description(verb.summary ?? summaryOf(verb.route))
  for (const option of fieldsOfVerb(verb).flatMap((field) => field.options)) command.addOption(option)
  if (verb.destroys !== undefined || verb.erases !== undefined) command.option('--yes', 'do not ask for confirmation')
  return command.action(() => {
    const names = command.registeredArguments.map((argument) => argument.name())
    const args = Object.fromEntries(names.map((name, i) => [name, command.processedArgs[i] as string]))
    return run(verb, args, command.opts(), shared)
  })
}

export function addGroup(program: Command, group: Group, shared: SharedOptions): void {
  const command = program.command(group.name).description(group.summary)
  for (const verb of group.verbs) addVerb(command, verb, shared)
  if (group.examples !== undefined) addExamples(command, group.examples)
}
