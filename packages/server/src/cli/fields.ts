import { InvalidArgumentError, Option } from 'commander'
import { systemAmbient } from '../core/ambient.ts'
import { iso } from '../core/day.ts'

/** A flag that sets one member of what is sent. */
export interface Field {
  readonly options: readonly Option[]
  readonly member: string
  /** From what commander made of the flag to what is sent. */
  readonly value: (given: unknown) => unknown
}

/** Written where a value can be taken away. */
const NONE = 'none'

const field = (member: string, options: readonly Option[], value: Field['value'] = (given) => given): Field => ({
  options,
  member,
  value,
})

const whole = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export const text = (flags: string, member: string, help: string): Field => field(member, [new Option(flags, help)])

export const textOrNone = (flags: string, member: string, help: string): Field =>
  field(member, [new Option(flags, `${help}, or ${NONE}`)], (given) => (given === NONE ? null : given))

export const choice = (flags: string, member: string, help: string, choices: readonly string[]): Field =>
  field(member, [new Option(flags, help).choices(choices)])

export const number = (flags: string, member: string, help: string): Field =>
  field(member, [new Option(flags, help).argParser(whole)])

export const numberOrNone = (flags: string, member: string, help: string): Field =>
  field(
    member,
    // Commander has its own idea of what null means, so it gets to see the word.
    [new Option(flags, `${help}, or ${NONE}`).argParser((given) => (given === NONE ? NONE : whole(given)))],
    (given) => (given === NONE ? null : given),
  )

export function list(flags: string, member: string, help: string, choices?: readonly string[]): Field {
  const add = (given: string, before: string[] = []): string[] => {
    if (choices !== undefined && given !== NONE && !choices.includes(given))
      throw new InvalidArgumentError(`Known are ${choices.join(', ')}.`)
    return [...before, given]
  }
  const option = new Option(flags, `${help}; repeatable, ${NONE} empties the list`).argParser(add)
  return field(member, [option], (given) => (given as string[]).filter((item) => item !== NONE))
}

export const object = (flags: string, member: string, help: string): Field =>
  field(
    member,
    [
      new Option(flags, help).argParser((given) => {
        try {
          JSON.parse(given)
          return given
        } catch {
          throw new InvalidArgumentError('It must be JSON.')
        }
      }),
    ],
    (given) => JSON.parse(given as string) as unknown,
  )

/** `--name` and `--no-name`. */
export const toggle = (name: string, member: string, help: string): Field =>
  field(member, [new Option(`--${name}`, help), new Option(`--no-${name}`, 'the opposite')])

export const flag = (name: string, member: string, help: string): Field =>
  field(member, [new Option(`--${name}`, help)])

/** A flag that stands for one value, such as `--disable`. */
const fixed = (flag: string, member: string, help: string, against: string, value: () => unknown): Field =>
  field(member, [new Option(`--${flag}`, help).conflicts(against)], value)

export const enabling = (member: string): readonly Field[] => [
  fixed('enable', member, 'let it be used', 'disable', () => true),
  fixed('disable', member, 'stop its use for now', 'enable', () => false),
]

export const revoking: readonly Field[] = [
  fixed('revoke', 'revokedAt', 'end its use, as of now', 'unrevoke', () => iso(systemAmbient().now())),
  fixed('unrevoke', 'revokedAt', 'take a revocation back', 'revoke', () => null),
]

export const paging: readonly Field[] = [
  number('--page <n>', 'page', 'which page, from 1'),
  number('--per-page <n>', 'perPage', 'how many on a page'),
]

/** The members that the given flags set; nothing for flags that were not given. */
export function membersOf(fields: readonly Field[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const { options, member, value } of fields) {
    const found = given[options[0]!.attributeName()]
    if (found !== undefined) members[member] = value(found)
  }
  return members
}
