import type { OperatorRoute } from '@agent-network/contract'
import { InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { iso } from '../../platform/core/time.ts'

/** Flags that set one member of what is sent. */
export interface Field {
  readonly member: string
  readonly options: readonly Option[]
  /** From what commander made of a flag to what is sent. */
  readonly value: (given: unknown) => unknown
}

/** The parts of a member's schema that decide what its flag takes. */
interface MemberSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: MemberSchema
  readonly anyOf?: readonly MemberSchema[]
}

/** Written where a value can be taken away. */
const NONE = 'none'

/** Flags that are not simply their member in kebab case. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  allowedAgentIds: 'allow-agent',
  appId: 'app',
  interests: 'interest',
  overlapSeconds: 'overlap',
  ownerUid: 'owner',
  rateLimitPerMinute: 'rate-limit',
  scopes: 'scope',
  worldId: 'world',
}

/** Members that have a flag for each of their values instead of one that takes a value. */
const PAIRS: Readonly<Record<string, readonly [on: PairFlag, off: PairFlag]>> = {
  enabled: [
    { flag: 'enable', help: 'let it be used', value: () => true },
    { flag: 'disable', help: 'stop its use for now', value: () => false },
  ],
  revokedAt: [
    { flag: 'revoke', help: 'end its use, as of now', value: () => iso(systemAmbient().now()) },
    { flag: 'unrevoke', help: 'take a revocation back', value: () => null },
  ],
}
interface PairFlag {
  readonly flag: string
  readonly help: string
  readonly value: () => unknown
}

const flagName = (member: string): string =>
  FLAG_NAMES[member] ?? member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What stands for the value in the help. */
function placeholder(member: string, { type, items, enum: words = items?.enum }: MemberSchema): string {
  if (type === 'integer') return '<n>'
  if (type === 'object') return '<json>'
  if (/Ids?$|^id$/.test(member)) return '<id>'
  if (/Uid$/.test(member)) return '<uid>'
  if (/At$/.test(member)) return '<time>'
  return words === undefined ? '<text>' : `<${flagName(member)}>`
}

const whole = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const json = (text: string): string => {
  try {
    JSON.parse(text)
    return text
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}

/** A flag that is given once for each item. */
function repeated(flags: string, help: string, choices: readonly string[] | undefined): Option {
  const known = choices === undefined ? '' : ` (${choices.join(', ')})`
  return new Option(flags, `${help}${known}; repeatable, ${NONE} empties the list`).argParser(
    (given: string, before: string[] = []) => {
      if (choices !== undefined && given !== NONE && !choices.includes(given))
        throw new InvalidArgumentError(`Known are ${choices.join(', ')}.`)
      return [...before, given]
    },
  )
}

const withoutNone = (given: unknown): unknown => (given as string[]).filter((item) => item !== NONE)
const noneIsNull = (given: unknown): unknown => (given === NONE ? null : given)

/** A flag that takes the value; `none` stands for null where null is allowed. */
function single(
  member: string,
  { flags, help, schema, isNullable }: { flags: string; help: string; schema: MemberSchema; isNullable: boolean },
): Field {
  const option = new Option(flags, isNullable && schema.type !== 'object' ? `${help}, or ${NONE}` : help)
  // Commander has its own idea of what null means, so it gets to see the word.
  const unlessNone = (parse: (text: string) => unknown) => (text: string) =>
    isNullable && text === NONE ? NONE : parse(text)
  if (schema.type === 'object')
    return { member, options: [option.argParser(json)], value: (given) => JSON.parse(given as string) as unknown }
  if (schema.type === 'integer') option.argParser(unlessNone(whole))
  else if (schema.enum !== undefined) option.choices(isNullable ? [...schema.enum, NONE] : schema.enum)
  return { member, options: [option], value: isNullable ? noneIsNull : (given) => given }
}

/** The flags of one member of a body or a query, after its schema. */
function fieldsOfMember(member: string, given: MemberSchema): Field[] {
  const pair = PAIRS[member]
  if (pair !== undefined)
    return pair.map(({ flag, help, value }, i) => ({
      member,
      options: [new Option(`--${flag}`, help).conflicts(pair[1 - i]!.flag)],
      value,
    }))
  const isNullable = given.anyOf?.some(({ type }) => type === 'null') ?? false
  const schema = given.anyOf?.find(({ type }) => type !== 'null') ?? given
  const help = given.description ?? ''
  const name = flagName(member)
  // Nothing to choose: it can be left out.
  if (!isNullable && schema.enum?.length === 1) return []
  if (schema.type === 'boolean')
    return [
      {
        member,
        options: [new Option(`--${name}`, help), new Option(`--no-${name}`, 'the opposite')],
        value: (value) => value,
      },
    ]
  const flags = `--${name} ${placeholder(member, schema)}`
  if (schema.type === 'array')
    return [{ member, options: [repeated(flags, help, schema.items?.enum)], value: withoutNone }]
  return [single(member, { flags, help, schema, isNullable })]
}

const membersOfBody = (body: TSchema | null): Readonly<Record<string, MemberSchema>> =>
  (body as { properties?: Record<string, MemberSchema> } | null)?.properties ?? {}

/** Every flag that a route's contract makes: one for each parameter of its query and each member of its body. */
export const fieldsOf = ({ query, body }: OperatorRoute): Field[] => [
  ...Object.entries(query).flatMap(([name, { schema, description }]) =>
    fieldsOfMember(name, { ...(schema as MemberSchema), description }),
  ),
  ...Object.entries(membersOfBody(body)).flatMap(([member, schema]) => fieldsOfMember(member, schema)),
]

/** The members without which a body is refused. */
export const neededBy = ({ body }: OperatorRoute): readonly string[] =>
  (body as { required?: string[] } | null)?.required ?? []

/** The members that the given flags set; nothing for flags that were not given. */
export function membersOf(fields: readonly Field[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const { options, member, value } of fields) {
    const found = given[options[0]!.attributeName()]
    if (found !== undefined) members[member] = value(found)
  }
  return members
}
