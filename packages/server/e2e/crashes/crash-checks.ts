// Checks of the crash tests: journals, effects and public content after each restart.
import { beat, followJournal, read } from '../../test/visitor-site.ts'
import type { Fixture, JournalEntry, Member, Op } from './crash-fixture.ts'

/** Everything that is wrong; empty when nothing is. */
export type Faults = string[]

const DAY_MS = 86_400_000
const dayOf = (entry: JournalEntry): number => Math.floor(Date.parse(entry.createdAt) / DAY_MS)
export const isDone = (op: Op): boolean => op.answer?.status === 200
const isCreated = (op: Op): boolean => op.answer?.data?.status === 'created'

/** Reads on from where the last reading ended. */
export async function readJournals(fixture: Fixture): Promise<void> {
  for (const member of fixture.crew) {
    const { entries, cursor } = await followJournal(fixture.site(), member.visitor, member.reader, member.cursor)
    member.journal.push(...entries)
    member.cursor = cursor
  }
}

interface Case {
  readonly attempt: JournalEntry
  outcome: JournalEntry | null
}

/** Attempts with their outcomes, by what joins them. */
export function casesOf({ journal }: Member, faults: Faults): Map<string, Case> {
  const cases = new Map<string, Case>()
  for (const [i, entry] of journal.entries()) {
    if (entry.sequence !== i + 1) faults.push(`journal: entry ${i + 1} has the number ${entry.sequence}`)
    const found = cases.get(entry.requestId)
    if (entry.type === 'attempt') {
      if (found !== undefined) faults.push(`journal: ${entry.requestId} was attempted twice`)
      cases.set(entry.requestId, { attempt: entry, outcome: null })
    } else if (found === undefined) faults.push(`journal: ${entry.requestId} has an outcome and no attempt`)
    else if (found.outcome !== null) faults.push(`journal: ${entry.requestId} has two outcomes`)
    else found.outcome = entry
  }
  return cases
}

export const unresolvedOf = (member: Member): string[] =>
  [...casesOf(member, []).values()].filter(({ outcome }) => outcome === null).map(({ attempt }) => attempt.requestId)

/** Each response is in the journal; other entries belong to acts without a response. */
function checkJournal(member: Member, ops: readonly Op[], faults: Faults): void {
  const cases = casesOf(member, faults)
  const own = ops.filter((op) => op.member === member)
  for (const { value, answer } of own.filter(isDone)) {
    const { actionId, status, docId, skipReason } = answer!.data
    const outcome = cases.get(actionId)?.outcome?.outcome
    if (outcome?.status !== status || outcome?.docId !== (docId ?? undefined) || outcome?.skipReason !== skipReason)
      faults.push(
        `journal: ${value} was answered ${status} ${docId ?? skipReason}, and ${JSON.stringify(outcome)} is written`,
      )
    cases.delete(actionId)
  }
  const unknown = [...cases.values()].filter(({ outcome }) => outcome?.outcome?.status !== 'error')
  const unheard = own.filter(({ answer }) => answer === null).length
  if (unknown.length > unheard) faults.push(`journal: ${unknown.length} acts that nobody did, ${unheard} unheard of`)
}

/** Units of every day: one for each attempt that did not fail, and per key those of its acts. */
async function checkUnits(fixture: Fixture, ops: readonly Op[], faults: Faults): Promise<void> {
  const rows = await fixture.rows(
    `select subject, day, used from budgets where counter = 'drive' and world_id = '${fixture.town.worldId}'`,
  )
  const used = new Map(rows.map(({ subject, day, used }) => [`${subject} ${day}`, Number(used)]))
  for (const member of fixture.crew) {
    const cases = casesOf(member, [])
    const days = new Set([...cases.values()].map(({ attempt }) => dayOf(attempt)))
    // A refund can reach back to yesterday, and counters of long ago are swept.
    for (const day of [...days].slice(-2)) {
      const spent = member.keys.map((key) => used.get(`${key.id} ${day}`) ?? 0)
      const standing = [...cases.values()].filter(
        ({ attempt, outcome }) => dayOf(attempt) === day && outcome?.outcome?.status !== 'error',
      )
      const sum = spent.reduce((a, b) => a + b, 0)
      if (sum !== standing.length) faults.push(`units: ${sum} spent on day ${day} for ${standing.length} acts`)
      for (const [i, key] of member.keys.entries()) {
        const own = ops.filter((op) => op.key === key)
        const done = own.filter(
          (op) => isDone(op) && dayOf(cases.get(op.answer!.data.actionId)!.attempt) === day,
        ).length
        const unheard = own.filter(({ answer }) => answer === null).length
        if (spent[i]! > key.cap) faults.push(`units: ${spent[i]} of ${key.cap} on day ${day}`)
        if (spent[i]! < done || spent[i]! > done + unheard)
          faults.push(`units: a key spent ${spent[i]} on day ${day} and did ${done}, ${unheard} unheard of`)
      }
    }
  }
}

/** Right after a start, while acts are still open: nothing that was answered is missing, and nothing is paid twice. */
export async function checkAsFound(fixture: Fixture, ops: readonly Op[]): Promise<Faults> {
  const faults: Faults = []
  for (const member of fixture.crew) checkJournal(member, ops, faults)
  if (faults.length === 0) await checkUnits(fixture, ops, faults)
  return faults
}

/** Whose rows must be exactly the acts that were answered `created`: none missing, none twice, none besides. */
const EFFECTS: Record<string, readonly [table: string, about: string]> = {
  post: ['posts', 'text'],
  reply: ['replies', 'text'],
  dm: ['messages', 'text'],
  like: ['likes', 'post_id'],
  follow: ['follows', 'target_agent_id'],
}

async function checkEffects(fixture: Fixture, ops: readonly Op[], faults: Faults): Promise<void> {
  const ids = fixture.crew.map(({ visitor }) => `'${visitor.agentId}'`).join(', ')
  for (const [verb, [table, about]] of Object.entries(EFFECTS)) {
    const rows = await fixture.rows(
      `select id, agent_id, ${about} as about from ${table} where world_id = '${fixture.town.worldId}' and agent_id in (${ids})`,
    )
    const there = rows.map((row) => `${row.id} ${row.agent_id} ${row.about}`)
    const expectedTexts = ops
      .filter((op) => op.verb === verb && isCreated(op))
      .map((op) => `${op.answer!.data.docId} ${op.member.visitor.agentId} ${op.about}`)
    const expected = new Set(expectedTexts)
    for (const row of there) if (!expected.delete(row)) faults.push(`${table}: nobody was told of ${row}`)
    for (const row of expected) faults.push(`${table}: ${row} was answered and is not there`)
    const abouts = new Set(there.map((row) => row.slice(row.indexOf(' '))))
    if (abouts.size !== there.length) faults.push(`${table}: ${there.length - abouts.size} done twice`)
  }
}

const COUNTERS: readonly (readonly [table: string, column: string, rows: string])[] = [
  ['posts', 'like_count', `likes c where c.post_id = t.id and c.reply_id = ''`],
  ['posts', 'reply_count', `replies c where c.post_id = t.id and c.visibility = 'public'`],
  ['agents', 'post_count', `posts c where c.agent_id = t.id and c.visibility = 'public'`],
  ['agents', 'reply_count', `replies c where c.agent_id = t.id and c.visibility = 'public'`],
  ['agents', 'following_count', `follows c where c.agent_id = t.id`],
  ['agents', 'followers_count', `follows c where c.target_agent_id = t.id`],
  ['threads', 'message_count', `messages c where c.thread_id = t.id`],
  ['visitors', 'journal_sequence', `journal c where c.agent_id = t.agent_id`],
]

async function checkCounters(fixture: Fixture, faults: Faults): Promise<void> {
  const world = fixture.town.worldId
  for (const [table, column, rows] of COUNTERS) {
    const wrong = await fixture.rows(
      `select count(*) as n from ${table} t where t.world_id = '${world}' and t.${column} <> (select count(*) from ${rows} and c.world_id = t.world_id)`,
    )
    if (Number(wrong[0].n) > 0) faults.push(`counters: ${column} is wrong on ${wrong[0].n} ${table}`)
  }
  const [{ places, facts }] = await fixture.rows(
    `select (select sum(inbox) from visitors where world_id = '${world}') as places,
      (select count(*) from replies where world_id = '${world}' and inbox is not null)
      + (select count(*) from messages where world_id = '${world}' and inbox is not null) as facts`,
  )
  if (Number(places) !== Number(facts)) faults.push(`inboxes: ${places} places for ${facts} facts`)
}

/** One bio a day; bio and persona are those of the last act that set them. */
async function checkProfiles(fixture: Fixture, ops: readonly Op[], faults: Faults): Promise<void> {
  for (const { visitor, keys, journal, ...member } of fixture.crew) {
    const place = new Map(journal.filter(({ type }) => type === 'outcome').map((e) => [e.requestId, e]))
    const last = (verb: string) =>
      ops
        .filter((op) => op.member.visitor === visitor && op.verb === verb && isCreated(op))
        .map((op) => ({ about: op.about, entry: place.get(op.answer!.data.actionId)! }))
        .sort((a, b) => a.entry.sequence - b.entry.sequence)
    const bios = last('bio')
    if (new Set(bios.map(({ entry }) => dayOf(entry))).size !== bios.length) faults.push('two bios on one day')
    const { data: profile } = await read(fixture.site(), `/v1/agents/${visitor.agentId}`, keys[0]!)
    if (profile.bio !== (bios.at(-1)?.about ?? '')) faults.push(`bio: ${profile.bio}`)
    const { data } = await beat(fixture.site(), visitor, member.reader)
    if (data.persona !== (last('persona').at(-1)?.about ?? null)) faults.push(`persona: ${data.persona}`)
  }
}

/** Checks the public view of the latest acts. */
async function checkInPublic(fixture: Fixture, latest: readonly Op[], faults: Faults): Promise<void> {
  const key = fixture.crew[0]!.keys[0]!
  for (const { answer, about } of latest.filter((op) => op.verb === 'post' && isCreated(op)).slice(0, 8)) {
    const publishedPost = await read(fixture.site(), `/v1/posts/${answer!.data.docId}`, key)
    if (publishedPost.data?.text !== about) faults.push(`public: ${answer!.data.docId} shows ${publishedPost.text}`)
  }
  for (const { about: postId } of latest.filter((op) => op.verb === 'like' && isCreated(op)).slice(0, 8)) {
    const [{ n }] = await fixture.rows(`select count(*) as n from likes where post_id = '${postId}'`)
    const { data } = await read(fixture.site(), `/v1/posts/${postId}`, key)
    if (data.likeCount !== Number(n)) faults.push(`public: ${postId} shows ${data.likeCount} likes and has ${n}`)
  }
}

/** When every act has its answer. */
export async function checkSettled(fixture: Fixture, ops: readonly Op[], latest: readonly Op[]): Promise<Faults> {
  const faults = await checkAsFound(fixture, ops)
  for (const member of fixture.crew)
    for (const id of unresolvedOf(member)) faults.push(`journal: ${id} was never resolved`)
  await checkEffects(fixture, ops, faults)
  await checkCounters(fixture, faults)
  if (faults.length === 0) await checkProfiles(fixture, ops, faults)
  await checkInPublic(fixture, latest, faults)
  return faults
}
