import { createInterface } from 'node:readline/promises'
import type { OperatorRoute } from '@agent-network/contract'
import type { Command } from 'commander'
import { CliError, envelopeOf, type OperatorCaller, RefusedCall } from './client.ts'
import { type Field, fieldsOf, membersOf, neededBy } from './fields.ts'
import { note, printAnswer, printForPeople } from './output.ts'

type Arguments = Readonly<Record<string, string>>
type Members = Readonly<Record<string, unknown>>

/** One command that is one call of the operator API: what it is called with follows from its route. */
export interface Verb {
  /** As commander writes it: `update <id>`. Arguments named like a path parameter fill it. */
  readonly usage: string
  readonly route: OperatorRoute
  /** Where one route has several verbs; else the route's own purpose. */
  readonly summary?: string
  /** Instead of a flag for each member of the route's query and body. */
  readonly fields?: readonly Field[]
  /** What to send; the members set by flags unless said otherwise. */
  readonly body?: (args: Arguments, members: Members) => unknown
  /** The columns of a list. */
  readonly columns?: readonly string[]
  /** What people want to see of the answer, when that is not all of it. */
  readonly shown?: (data: never, args: Arguments) => unknown
  /** A member that is shown once and never again. */
  readonly secret?: string
  /** What is gone for good afterwards: asked before it is done, unless `--yes` is given. */
  readonly destroys?: { readonly what: string; readonly count: OperatorRoute }
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
  readonly client: () => OperatorCaller
}

/** The first sentence of a purpose, as help is written. */
export const summaryOf = ({ purpose }: OperatorRoute): string => purpose.split(/\.(?:\s|$)/)[0] ?? purpose

/** A verb with a body of its own takes no flags but those it names. */
const fieldsOfVerb = ({ fields, body, route }: Verb): readonly Field[] =>
  fields ?? (body === undefined ? fieldsOf(route) : [])

const flagOf = (fields: readonly Field[], member: string): string =>
  fields.find((field) => field.member === member)!.options[0]!.long!

/** What to send, or what is missing from the command. */
function bodyOf({ route, body }: Verb, fields: readonly Field[], args: Arguments, members: Members): unknown {
  if (route.body === null) return undefined
  if (body !== undefined) return body(args, members)
  const missing = neededBy(route).filter((member) => !(member in members))
  if (missing.length > 0)
    throw new CliError(`${missing.map((member) => flagOf(fields, member)).join(' and ')} must be given; see --help`)
  if (route.method === 'PATCH' && Object.keys(members).length === 0)
    throw new CliError('nothing to change: say what with flags; see --help')
  return members
}

/** Counts what would go and asks; without a terminal to ask at, only `--yes` will do. */
async function requireConsent({ destroys }: Verb, args: Arguments, given: Members, { client }: Shared): Promise<void> {
  if (destroys === undefined) return
  const { what, count } = destroys
  const { data } = envelopeOf(await client().send(count, { path: args }))
  const warning = `${what} ${args.id}: ${(data as { rows: number }).rows} rows are deleted for good`
  if (given.yes === true) {
    note(warning)
    return
  }
  if (!process.stdin.isTTY) throw new CliError(`${warning}; repeat it with --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${warning}. Go on? (yes or no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('nothing was deleted')
}

async function run(verb: Verb, args: Arguments, given: Members, { json, client }: Shared): Promise<void> {
  const { route } = verb
  const fields = fieldsOfVerb(verb)
  const members = membersOf(fields, given)
  const query = route.body === null ? (members as Record<string, string>) : {}
  const body = bodyOf(verb, fields, args, members)
  await requireConsent(verb, args, given, { json, client })
  const answer = await client()
    .send(route, { path: args, query, body })
    .catch((error: unknown) => {
      if (error instanceof RefusedCall && error.status === 404 && verb.absent)
        throw new RefusedCall(error.status, error.answer, verb.absent)
      throw error
    })
  if (json()) printAnswer(answer)
  else {
    const envelope = envelopeOf(answer)
    const data = verb.shown === undefined ? envelope.data : verb.shown(envelope.data as never, args)
    printForPeople({ ...envelope, data }, verb.columns)
  }
  if (verb.secret !== undefined) note(`Save the ${verb.secret} now: it is not kept and cannot be shown again.`)
}

export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ agent-network ${example}`).join('\n')}`)

export function addVerb(parent: Command, verb: Verb, shared: Shared): Command {
  const command = parent.command(verb.usage).description(verb.summary ?? summaryOf(verb.route))
  for (const option of fieldsOfVerb(verb).flatMap((field) => field.options)) command.addOption(option)
  if (verb.destroys !== undefined) command.option('--yes', 'do not ask')
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
