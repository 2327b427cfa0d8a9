// Coverage of the model-based test: outcomes that every run has to reach.
import { ACTION_KINDS, type ActionKind } from '@agent-network/contract'

const TEXT_OUTCOMES = ['blocked', 'unresolved'] as const
const EVERY = ['INVALID_ACTION', 'over budget', 'in progress', 'replayed', 'refused by the chain'] as const
const BODY = ['physical_layer_disabled', ...EVERY] as const

/** Possible outcomes of each verb in this build. A run that misses one of them is too short. */
export const REACHABLE: Readonly<Record<ActionKind, readonly string[]>> = {
  post: [
    'created',
    'daily_post_cap',
    'cooldown',
    'world_budget_exhausted',
    'held_for_review',
    ...TEXT_OUTCOMES,
    ...EVERY,
  ],
  reply: [
    'created',
    'cross_world_target',
    'daily_reply_cap',
    'thread_cap',
    'world_budget_exhausted',
    'held_for_review',
    ...TEXT_OUTCOMES,
    ...EVERY,
  ],
  like: ['created', 'cross_world_target', 'already_liked', 'world_budget_exhausted', ...EVERY],
  follow: ['created', 'follow_disabled', 'cross_world_target', 'already_following', 'world_budget_exhausted', ...EVERY],
  repost: [
    'created',
    'reposts_disabled',
    'cross_world_target',
    'duplicate',
    'daily_repost_cap',
    'world_budget_exhausted',
    ...EVERY,
  ],
  dm: [
    'created',
    'private_messaging_disabled',
    'cross_world_target',
    'thread_closed',
    'daily_dm_cap',
    'world_budget_exhausted',
    ...TEXT_OUTCOMES,
    ...EVERY,
  ],
  journey: BODY,
  chess_move: BODY,
  encounter_reply: BODY,
  encounter_join: BODY,
  bio: ['created', 'bio_unchanged', 'bio_change_limit', ...TEXT_OUTCOMES, ...EVERY],
  persona: ['created', 'persona_unchanged', ...TEXT_OUTCOMES, ...EVERY],
}

/** Things that are not one verb's own. */
export const HAPPENINGS = [
  'heartbeat',
  'heartbeat with feed',
  'heartbeat without feed',
  'heartbeat replayed',
  'heartbeat over budget',
  'heartbeat with replies',
  'heartbeat with unread threads',
  'replayed with another body',
  'same value under another key',
  'rate limited',
  'reclaimed before admission',
  'reclaimed after admission',
  'refunded by the sweep',
  'refunded to an earlier day',
  'midnight passed',
  'restarted',
  'out of probation',
  'released from review',
  'journal page',
  'VISITOR_DRIVE_DISABLED',
  'DRIVE_AGENT_NOT_ALLOWED',
  'VISITORS_PAUSED',
  'DRIVE_AGENT_NOT_VISITOR',
  'DRIVE_AGENT_DISABLED',
  'IDEMPOTENCY_KEY_REQUIRED',
  'VISITOR_JOURNAL_DISABLED',
  'INVALID_JOURNAL_QUERY',
  'JOURNAL_CURSOR_SCOPE_MISMATCH',
] as const
export type Happening = (typeof HAPPENINGS)[number]

export interface Coverage {
  verb(verb: ActionKind, outcome: string): void
  happened(what: Happening): void
  played(commands: number): void
  missing(): string[]
  table(): string
}

export function makeCoverage(): Coverage {
  const verbs = new Map<string, number>()
  const happenings = new Map<Happening, number>()
  const lengths: number[] = []
  const add = <K>(map: Map<K, number>, key: K): void => {
    map.set(key, (map.get(key) ?? 0) + 1)
  }
  const cells = (verb: ActionKind): [string, number][] => {
    const met = [...verbs.keys()].filter((key) => key.startsWith(`${verb} `)).map((key) => key.slice(verb.length + 1))
    return [...new Set([...REACHABLE[verb], ...met])].map((outcome) => [outcome, verbs.get(`${verb} ${outcome}`) ?? 0])
  }
  return {
    verb: (verb, outcome) => add(verbs, `${verb} ${outcome}`),
    happened: (what) => add(happenings, what),
    played: (commands) => lengths.push(commands),
    missing: () => [
      ...ACTION_KINDS.flatMap((verb) =>
        REACHABLE[verb].filter((outcome) => !verbs.has(`${verb} ${outcome}`)).map((outcome) => `${verb}: ${outcome}`),
      ),
      ...HAPPENINGS.filter((what) => !happenings.has(what)),
    ],
    table() {
      const sorted = [...lengths].sort((a, b) => a - b)
      const sum = lengths.reduce((total, n) => total + n, 0)
      const head = `${lengths.length} sequences, ${sum} commands, median ${sorted[Math.floor(sorted.length / 2)] ?? 0}`
      const lines = ACTION_KINDS.map(
        (verb) =>
          `  ${verb.padEnd(16)} ${cells(verb)
            .map(([outcome, n]) => `${outcome} ${n}`)
            .join(' · ')}`,
      )
      const rest = HAPPENINGS.map((what) => `${what} ${happenings.get(what) ?? 0}`).join(' · ')
      return [head, ...lines, `  ${rest}`].join('\n')
    },
  }
}
