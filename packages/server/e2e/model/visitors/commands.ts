// Random command generators of the model-based test.
import { ACTION_KINDS, type ActionKind } from '@agent-network/contract'
import fc from 'fast-check'
import { BANNED_WORD, PROFILE_TEXTS, TEXT_KINDS, type TextKind } from './texts.ts'

export const POST_CLASSES = ['first', 'newest', 'own', 'hidden', 'missing', 'foreign'] as const
export interface PostRef {
  readonly of: (typeof POST_CLASSES)[number]
  readonly n: number
}
export const AGENT_NAMES = [
  'ada',
  'bob',
  'cyd',
  'off',
  'visitor-fay',
  'visitor-gil',
  'visitor-hal',
  'far',
  'nobody',
] as const
export const THREAD_CLASSES = ['mine', 'closed', 'others', 'missing'] as const

/** How a well-formed body is made malformed. */
export const SPOILS = ['extra', 'drop', 'retype', 'second', 'null', 'list', 'broken', 'plain', 'unknown'] as const

/** A body in the making: which things it speaks of is settled when its turn comes. */
export interface Deed {
  readonly verb: ActionKind
  readonly post: PostRef
  readonly reply: 'none' | 'right' | 'hidden' | 'wrong' | 'missing'
  readonly who: { readonly name: (typeof AGENT_NAMES)[number] | 'self'; readonly by: 'handle' | 'shout' | 'id' }
  readonly thread: (typeof THREAD_CLASSES)[number] | null
  readonly text: TextKind
  readonly profile: number
  readonly spoil: (typeof SPOILS)[number] | null
}

export type ValueRef =
  | { readonly use: 'fresh' | 'long' }
  /** A value from before, under whatever key and visitor this command has. */
  | { readonly use: 'again'; readonly back: number; readonly dress: Dress }
  /** Key, visitor and value of an earlier act. */
  | { readonly use: 'twin'; readonly back: number; readonly dress: Dress }
  /** Key, visitor and value of an act that was cut off. */
  | { readonly use: 'lost' }
  | { readonly use: 'none' | 'blank' }
export const DRESSES = ['plain', 'spaced', 'wide'] as const
export type Dress = (typeof DRESSES)[number]

/** Visitor 3 is a resident the first key lists by mistake; key 2 is the one in probation, where there is one. */
export interface Driver {
  readonly visitor: number
  readonly key: number
}

export const CLOCK_MOVES = [
  '1ms',
  '1min',
  '5min-1',
  '5min',
  '1h',
  '5h',
  'midnight-1',
  'midnight',
  '24h',
  '24h+6min',
  '31d',
] as const
export type ClockMove = (typeof CLOCK_MOVES)[number]

export type Simple =
  | { readonly do: 'act'; readonly by: Driver; readonly value: ValueRef; readonly deed: Deed }
  | { readonly do: 'beat'; readonly by: Driver; readonly value: ValueRef }
  | { readonly do: 'post'; readonly post: PostRef; readonly visibility: 'public' | 'hidden' }
  | { readonly do: 'switch'; readonly name: string; readonly value: unknown; readonly overlay: boolean }
  | {
      readonly do: 'journal'
      readonly by: Driver
      readonly limit: number | null
      readonly view: 'recent' | 'history' | null
      readonly cursor: number | null
    }

export type Command =
  | Simple
  | { readonly do: 'clock'; readonly move: ClockMove }
  /** Heartbeats with some time after each. */
  | { readonly do: 'vigil'; readonly by: Driver; readonly pauses: readonly ClockMove[] }
  | { readonly do: 'release' }
  | { readonly do: 'reset' }
  | { readonly do: 'shut'; readonly what: (typeof SHUT)[number]; readonly during: readonly Simple[] }
  /** `cut` leaves an act behind first; whatever was left behind too long is asked for again with `deed`. */
  | { readonly do: 'restart'; readonly downMs: number; readonly cut: boolean; readonly by: Driver; readonly deed: Deed }
  | {
      readonly do: 'wait'
      readonly by: Driver
      readonly value: ValueRef
      readonly deed: Deed
      readonly look: 1 | 2
      readonly twin: Deed
      readonly during: readonly Simple[]
      readonly end: 'allow' | 'flag' | 'lose'
    }
  | { readonly do: 'burst'; readonly by: Driver; readonly what: 'beat' | 'like'; readonly n: number }

/** Gates that an operator can close for a while. */
export const SHUT = ['drive', 'journal', 'canary', 'world', 'visitor', 'peer'] as const

export interface Sequence {
  /** Minutes after noon at which it starts. */
  readonly start: number
  readonly budgets: readonly [number, number]
  /** Age of a third key in hours, if there is one. */
  readonly young: number | null
  readonly commands: readonly Command[]
}

const below = (n: number) => fc.nat({ max: n - 1 })
const weighted = <T>(...pairs: readonly (readonly [number, T])[]): fc.Arbitrary<T> =>
  fc.oneof(...pairs.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const postRef: fc.Arbitrary<PostRef> = fc.record({
  of: weighted([8, 'first'], [5, 'newest'], [4, 'own'], [1, 'hidden'], [1, 'missing'], [1, 'foreign']),
  n: below(3),
})
const textKind: fc.Arbitrary<TextKind> = fc.oneof(
  { weight: 14, arbitrary: fc.constant<TextKind>('plain') },
  { weight: 10, arbitrary: fc.constantFrom(...TEXT_KINDS) },
)
const deedOf = (verbs: readonly (readonly [number, ActionKind])[]): fc.Arbitrary<Deed> =>
  fc.record({
    verb: weighted(...verbs),
    post: postRef,
    reply: weighted([5, 'none'], [4, 'right'], [1, 'hidden'], [1, 'wrong'], [1, 'missing']),
    who: fc.record({
      name: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('ada' as const, 'bob' as const) },
        { weight: 6, arbitrary: fc.constantFrom(...AGENT_NAMES) },
        { weight: 1, arbitrary: fc.constant<'self'>('self') },
      ),
      by: weighted([3, 'handle'], [1, 'shout'], [2, 'id']),
    }),
    thread: weighted<Deed['thread']>([6, null], [3, 'mine'], [1, 'closed'], [1, 'others'], [1, 'missing']),
    text: textKind,
    profile: fc.oneof({ weight: 3, arbitrary: below(6) }, { weight: 2, arbitrary: below(PROFILE_TEXTS.length) }),
    spoil: fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...SPOILS) }),
  })

const VERB_WEIGHTS: readonly (readonly [number, ActionKind])[] = ACTION_KINDS.map((verb) => [
  { post: 6, reply: 7, like: 6, follow: 5, repost: 5, dm: 7, bio: 5, persona: 4 }[verb as string] ?? 2,
  verb,
])
const deed = deedOf(VERB_WEIGHTS)

const dress = weighted<Dress>([4, 'plain'], [1, 'spaced'], [1, 'wide'])
const actValue: fc.Arbitrary<ValueRef> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<ValueRef>({ use: 'fresh' }) },
  { weight: 1, arbitrary: fc.constant<ValueRef>({ use: 'long' }) },
  { weight: 3, arbitrary: fc.record({ use: fc.constant('again' as const), back: below(6), dress }) },
  { weight: 4, arbitrary: fc.record({ use: fc.constant('twin' as const), back: below(6), dress }) },
  { weight: 2, arbitrary: fc.constant<ValueRef>({ use: 'lost' }) },
  { weight: 1, arbitrary: fc.constantFrom<ValueRef>({ use: 'none' }, { use: 'blank' }) },
)
const driver: fc.Arbitrary<Driver> = fc.record({
  visitor: weighted([12, 0], [9, 1], [4, 2], [1, 3]),
  key: weighted([6, 0], [4, 1], [3, 2]),
})

const act = fc.record({ do: fc.constant('act' as const), by: driver, value: actValue, deed })
const beat = fc.record({
  do: fc.constant('beat' as const),
  by: driver,
  value: fc.oneof(
    { weight: 3, arbitrary: fc.constant<ValueRef>({ use: 'none' }) },
    { weight: 3, arbitrary: fc.constant<ValueRef>({ use: 'fresh' }) },
    { weight: 4, arbitrary: fc.record({ use: fc.constant('twin' as const), back: below(3), dress }) },
    { weight: 1, arbitrary: fc.constant<ValueRef>({ use: 'blank' }) },
  ),
})

/** Small enough to be met within a sequence; some of the wrong type, which count as absent (AMB-119). */
const CAPS = [0, 0, 1, 1, 1, 2, 2, 1.5, -1, null, '1', Number.MAX_SAFE_INTEGER] as const
const capSwitch = fc.record({
  name: fc.constantFrom(
    'cityDailyPostCap',
    'cityDailyReplyCap',
    'cityDailyRepostCap',
    'cityDailyDmCap',
    'cityThreadReplyCap',
    'cityThreadReplyCap',
    'forkDailyActionBudget',
  ),
  value: fc.constantFrom<unknown>(...CAPS),
})
const cooldownSwitch = fc.record({
  name: fc.constant('cityPostCooldownSeconds'),
  value: fc.constantFrom<unknown>(60, 3_600, 0, null, true),
})
const featureSwitch = fc.record({
  name: fc.constantFrom('repostsEnabled', 'followEnabled', 'privateMessagingEnabled'),
  value: fc.constantFrom<unknown>(false, false, 'true', 1, true, null),
})
/** Visitors do not draw on these (4.10). */
const sharedSwitch = fc.record({
  name: fc.constantFrom('cityDailyLikeLimit', 'cityDailyFollowLimit'),
  value: fc.constantFrom<unknown>(0, null),
})
const bannedSwitch = fc.record({
  name: fc.constant('bannedTerms'),
  value: fc.constantFrom<unknown>([BANNED_WORD], [BANNED_WORD], ['other'], [BANNED_WORD, 1], BANNED_WORD, null),
})
const citySwitch = fc.oneof(
  { weight: 8, arbitrary: capSwitch },
  { weight: 3, arbitrary: cooldownSwitch },
  { weight: 5, arbitrary: featureSwitch },
  { weight: 1, arbitrary: sharedSwitch },
)
const flip = fc.oneof(
  { weight: 6, arbitrary: fc.record({ overlay: fc.boolean(), change: citySwitch }) },
  { weight: 1, arbitrary: fc.record({ overlay: fc.constant(false), change: bannedSwitch }) },
)
const change = flip.map(({ overlay, change: { name, value } }) => ({ do: 'switch' as const, name, value, overlay }))
const visibility = fc.record({
  do: fc.constant('post' as const),
  post: postRef,
  visibility: weighted<'hidden' | 'public'>([1, 'hidden'], [1, 'public']),
})

const journal = fc.record({
  do: fc.constant('journal' as const),
  by: driver,
  limit: fc.constantFrom(1, 3, 25, 100, null),
  view: fc.constantFrom('recent' as const, 'history' as const, null),
  cursor: fc.option(below(3)),
})

const simple: fc.Arbitrary<Simple> = fc.oneof(
  { weight: 8, arbitrary: act },
  { weight: 3, arbitrary: beat },
  { weight: 1, arbitrary: visibility },
  { weight: 1, arbitrary: change },
  { weight: 1, arbitrary: journal },
)

const spokenDeed = (verbs: readonly ActionKind[]) => deedOf(verbs.map((verb) => [1, verb]))
const waiting = fc.constantFrom<1 | 2>(1, 2, 2).chain((look) =>
  fc.record({
    do: fc.constant('wait' as const),
    by: driver,
    value: fc.oneof(
      { weight: 5, arbitrary: fc.constant<ValueRef>({ use: 'fresh' }) },
      { weight: 1, arbitrary: fc.constant<ValueRef>({ use: 'lost' }) },
    ),
    deed: spokenDeed(look === 1 ? ['post', 'reply', 'dm', 'bio', 'persona'] : ['post', 'reply']),
    look: fc.constant(look),
    twin: deed,
    during: fc.array(simple, { maxLength: 2 }),
    end: weighted<'allow' | 'flag' | 'lose'>([2, 'allow'], [1, 'flag'], [4, 'lose']),
  }),
)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 48, arbitrary: act },
  { weight: 14, arbitrary: beat },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      move: weighted<ClockMove>(
        [3, '1ms'],
        [4, '1min'],
        [4, '5min-1'],
        [4, '5min'],
        [2, '1h'],
        [1, '5h'],
        [2, 'midnight-1'],
        [2, 'midnight'],
        [2, '24h'],
        [1, '24h+6min'],
      ),
    }),
  },
  { weight: 11, arbitrary: change },
  { weight: 3, arbitrary: visibility },
  { weight: 5, arbitrary: waiting },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('shut' as const),
      what: fc.constantFrom(...SHUT),
      during: fc.array(simple, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: journal },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('vigil' as const),
      by: driver,
      pauses: fc.array(fc.constantFrom<ClockMove>('1ms', '1min', '5min-1', '5min'), { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'release' }) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'reset' }) },
)

/** Costly or far-reaching things: at most one to a sequence, and in few of them. */
const rare: fc.Arbitrary<Command | null> = fc.oneof(
  { weight: 45, arbitrary: fc.constant(null) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('restart' as const),
      downMs: fc.constantFrom(0, 299_999, 300_000, 300_000, 86_400_000),
      cut: weighted([3, true], [1, false]),
      by: driver,
      deed,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('burst' as const),
      by: fc.record({ visitor: below(2), key: weighted([4, 2], [1, 0]) }),
      what: weighted<'beat' | 'like'>([3, 'beat'], [1, 'like']),
      n: weighted([3, 12], [5, 50], [1, 146]),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'clock', move: '31d' }) },
)

/** Half of the sequences are longer than 30 commands. */
export const LONGEST = 60

export const sequence: fc.Arbitrary<Sequence> = fc
  .record({
    start: fc.constantFrom(0, 0, 180, 719),
    budgets: fc.tuple(fc.constantFrom(2, 5, 8, 12, 40, 600), fc.constantFrom(1, 3, 6, 10, 40)),
    young: weighted<number | null>([3, null], [1, 0], [1, 12], [1, 23], [1, 24]),
    commands: fc.array(command, { minLength: 1, maxLength: LONGEST, size: 'max' }),
    rare,
    where: fc.nat(),
  })
  .map(({ commands, rare: one, where, ...rest }) => {
    if (one === null) return { ...rest, commands }
    const at = where % (commands.length + 1)
    return { ...rest, commands: [...commands.slice(0, at), one, ...commands.slice(at)] }
  })
