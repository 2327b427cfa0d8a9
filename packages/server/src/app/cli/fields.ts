// Command line flags, generated from the schemas of the operator API.
import type { OperatorRoute } from '@agent-network/contract'
import { InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { iso } from '../../platform/core/time.ts'

/** Flags that set one member of a body or query. */
export interface Field {
  readonly member: string
  readonly options: readonly Option[]
  /** Converts the parsed flag to the value that is sent. */
  readonly value: (flagValue: unknown) => unknown
}

/** The parts of a member's schema that define its flag. */
interface MemberSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: MemberSchema
  readonly anyOf?: readonly MemberSchema[]
}

/** The flag value that clears a member. */
const NONE = 'none'

/** Flags whose name is not the member in kebab case. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  allowedAgentIds: 'allow-agent',
  appId: 'app',
  expiresInDays: 'expires',
  interests: 'interest',
  overlapSeconds: 'overlap',
  ownerUid: 'owner',
  rateLimitPerMinute: 'rate-limit',
  scopes: 'scope',
  worldId: 'world',
}

/** Members with one flag for each value instead of a flag that takes a value. */
const FLAG_PAIRS: Readonly<Record<string, readonly [on: PairFlag, off: PairFlag]>> = {
  enabled: [
    { flag: 'enable', help: 'enable it', value: () => true },
    { flag: 'disable', help: 'disable it', value: () => false },
  ],
  revokedAt: [
    { flag: 'revoke', help: 'revoke it now', value: () => iso(systemAmbient().now()) },
    { flag: 'unrevoke', help: 'undo the revocation', value: () => null },
  ],
}
interface PairFlag {
  readonly flag: string
  readonly help: string
  readonly value: () => unknown
}

const flagName = (member: string): string =>
  FLAG_NAMES[member] ?? member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The placeholder of the value in the help. */
function placeholder(member: string, { type, items, enum: words = items?.enum }: MemberSchema): string {
  if (type === 'integer') return '<n>'
  if (type === 'object') return '<json>'
  if (/Ids?$|^id$/.test(member)) return '<id>'
  if (/Uid$/.test(member)) return '<uid>'
  if (/At$/.test(member)) return '<time>'
  return words === undefined ? '<text>' : `<${flagName(member)}>`
}

const parseInteger = (text: string): number => {
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

/** A repeatable flag, one item each. */
function repeatedOption(flags: string, help: string, choices: readonly string[] | undefined): Option {
  const choiceList = choices === undefined ? '' : ` (${choices.join(', ')})`
  return new Option(flags, `${help}${choiceList}; repeatable, ${NONE} clears the list`).argParser(
    (item: string, before: string[] = []) => {
      if (choices !== undefined && item !== NONE && !choices.includes(item))
        throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`)
      return [...before, item]
    },
  )
}

const withoutNone = (items: unknown): unknown => (items as string[]).filter((item) => item !== NONE)
const noneIsNull = (text: unknown): unknown => (text === NONE ? null : text)

/** A flag with a value; `none` means null where null is allowed. */
function singleField(
  member: string,
  { flags, help, schema, isNullable }: { flags: string; help: string; schema: MemberSchema; isNullable: boolean },
): Field {
  const option = new Option(flags, isNullable && schema.type !== 'object' ? `${help}, or ${NONE}` : help)
  // Commander treats null specially, so it receives the word `none`.
  const unlessNone = (parse: (text: string) => unknown) => (text: string) =>
    isNullable && text === NONE ? NONE : parse(text)
  if (schema.type === 'object')
    return {
      member,
      options: [option.argParser(json)],
      value: (flagValue) => JSON.parse(flagValue as string) as unknown,
    }
  if (schema.type === 'integer') option.argParser(unlessNone(parseInteger))
  else if (schema.enum !== undefined) option.choices(isNullable ? [...schema.enum, NONE] : schema.enum)
  return { member, options: [option], value: isNullable ? noneIsNull : (parsedValue) => parsedValue }
}

/** The flags of one member, generated from its schema. */
function fieldsOfMember(member: string, declared: MemberSchema): Field[] {
  const pair = FLAG_PAIRS[member]
  if (pair !== undefined)
    return pair.map(({ flag, help, value }, i) => ({
      member,
      options: [new Option(`--${flag}`, help).conflicts(pair[1 - i]!.flag)],
      value,
    }))
  const isNullable = declared.anyOf?.some(({ type }) => type === 'null') ?? false
  const schema = declared.anyOf?.find(({ type }) => type !== 'null') ?? declared
  const help = declared.description ?? ''
  const name = flagName(member)
  // A member with one possible value needs no flag.
  if (!isNullable && schema.enum?.length === 1) return []
  if (schema.type === 'boolean')
    return [
      {
        member,
        options: [new Option(`--${name}`, help), new Option(`--no-${name}`, 'set it to false')],
        value: (value) => value,
      },
    ]
  const flags = `--${name} ${placeholder(member, schema)}`
  if (schema.type === 'array')
    return [{ member, options: [repeatedOption(flags, help, schema.items?.enum)], value: withoutNone }]
  return [singleField(member, { flags, help, schema, isNullable })]
}

const membersOfBody = (body: TSchema | null): Readonly<Record<string, MemberSchema>> =>
  (body as { properties?: Record<string, MemberSchema> } | null)?.properties ?? {}

/** All flags of a route: one for each query parameter and each member of its body. */
export const fieldsOf = ({ query, body }: OperatorRoute): Field[] => [
  ...Object.entries(query).flatMap(([name, { schema, description }]) =>
    fieldsOfMember(name, { ...(schema as MemberSchema), description }),
  ),
  ...Object.entries(membersOfBody(body)).flatMap(([member, schema]) => fieldsOfMember(member, schema)),
]

/** The required members of a body. */
export const requiredMembers = ({ body }: OperatorRoute): readonly string[] =>
  (body as { required?: string[] } | null)?.required ?? []

/** The members set by the flags; absent flags set nothing. */
export function membersOf(fields: readonly Field[], flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const { options, member, value } of fields) {
    const found = flags[options[0]!.attributeName()]
    if (found !== undefined) members[member] = value(found)
  }
  return members
}
