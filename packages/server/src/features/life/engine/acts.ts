// Acts of residents with their causes: recorded when the row of an act gets its id, written once per commit.
import type { Ambient, IdKind } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { LifeTables } from '../../../platform/db/tables/life-tables.ts'
import type { DueRow } from '../../../platform/jobs/due.ts'
import { ANSWER, CONDUCT, VISITOR_TEXT } from '../../actions/attention.ts'

/** Kinds of causes. A habit has the id of its resident. */
export type CauseKind =
  | 'post'
  | 'reply'
  | 'letter'
  | 'conversation'
  | 'game'
  | 'promise'
  | 'affair'
  | 'happening'
  | 'thing'
  | 'fact'
  | 'idea'
  | 'challenge'
  | 'habit'

/** Why a resident acts: a row of the world, or its own habit. */
export interface Cause {
  kind: CauseKind
  id: string
}

/** The verb of an act, by the kind of the row that it creates. */
const VERBS: Partial<Record<IdKind, string>> = {
  post: 'post',
  reply: 'reply',
  like: 'like',
  follow: 'follow',
  repost: 'repost',
  message: 'write',
  journey: 'walk',
  encounter: 'meet',
  turn: 'say',
  game: 'play',
  idea: 'introduce',
  ideaEvent: 'adopt',
  contribution: 'contribute',
  promise: 'promise',
}

type ActRow = LifeTables['acts']

interface ActOwner {
  readonly worldId: string
  readonly agentId: string
  readonly at: number
  /** Read when the act gets its id. */
  readonly cause: Cause
}

/** Recorder of the acts of one world. */
export interface Acts {
  /** Sets the due row that runs now; null for ticks, whose cause is a habit. */
  begin(due: DueRow | null): void
  /** The cause of acts in the current due row. */
  causeFor(agentId: string): Cause
  /** The same ambient, which records an act for each id of an act's row. */
  recording(ambient: Ambient, owner: ActOwner): Ambient
  save(tx: Tx): Promise<void>
  clear(): void
}

/** A text is a post or a reply; ids of replies begin like this. */
const REPLY_ID = /^rep_/
export const causeOfText = (id: string): Cause => ({ kind: REPLY_ID.test(id) ? 'reply' : 'post', id })

/** A letter or a reply, as its kind and its id. */
function causeOfConduct(subject: string): Cause {
  const [kind = '', id = ''] = subject.split(' ')
  return { kind: kind === 'message' ? 'letter' : 'reply', id }
}

/** Separators within subjects of due rows. */
const PARTS = /[^\x21-\x7e]+/

const whole =
  (kind: CauseKind) =>
  (id: string): Cause => ({ kind, id })
const second =
  (kind: CauseKind) =>
  (subject: string): Cause => ({ kind, id: subject.split(PARTS)[1] ?? '' })

/** The cause that the subject of a due row names, by the kind of the row. Rows of other kinds follow from habits. */
const CAUSES: ReadonlyMap<string, (subject: string) => Cause> = new Map([
  [ANSWER, whole('reply')],
  [CONDUCT, causeOfConduct],
  [VISITOR_TEXT, causeOfText],
  ['talk', whole('conversation')],
  ['table', whole('game')],
  ['retort', causeOfText],
  ['trial', causeOfText],
  ['affair', whole('affair')],
  ['verdict', whole('challenge')],
  ['setting-out', whole('promise')],
  ['meeting', whole('promise')],
  ['spoken-of', whole('promise')],
  ['idea-news', whole('idea')],
  ['happening', whole('happening')],
  ['thing', whole('thing')],
  ['news_asked', causeOfText],
  ['tell', second('fact')],
  ['in-the-way', second('happening')],
])

const ROWS_PER_INSERT = 500

export function makeActs(): Acts {
  let pending: ActRow[] = []
  let current: Cause | null = null
  return {
    begin(due) {
      current = due === null ? null : (CAUSES.get(due.kind)?.(due.subject_id) ?? null)
    },
    causeFor: (agentId) => (current === null ? { kind: 'habit', id: agentId } : { ...current }),
    recording(ambient, { worldId, agentId, at, cause }) {
      return {
        ...ambient,
        id(kind, tag) {
          const id = ambient.id(kind, tag)
          const verb = VERBS[kind]
          if (verb !== undefined)
            pending.push({
              world_id: worldId,
              id,
              agent_id: agentId,
              verb,
              at,
              cause_kind: cause.kind,
              cause_id: cause.id,
            })
          return id
        },
      }
    },
    async save(tx) {
      const rows = pending
      pending = []
      for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
        await tx.sql
          .insertInto('acts')
          .values(rows.slice(from, from + ROWS_PER_INSERT))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
    clear() {
      pending = []
      current = null
    },
  }
}

/** Notes that a simulation cannot be repeated, once for each kind. */
export async function noteLife(
  tx: Tx,
  worldId: string,
  kind: 'model' | 'skipped' | 'failed' | 'late',
  at: number,
): Promise<void> {
  await tx.sql
    .insertInto('life_notes')
    .values({ world_id: worldId, kind, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
