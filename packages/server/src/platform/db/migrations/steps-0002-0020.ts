// Schema steps 2 to 20.
import type { Tx } from '../database.ts'

/** Events addressed to a visitor, in commit order. */
export const inbox = `
create table inbox (
  world_id TEXT not null, agent_id TEXT not null, position INT not null, kind TEXT not null, at INT not null,
  from_agent_id TEXT, refs TEXT not null, primary key (world_id, agent_id, position)
) CLUSTERED;
create index inbox_by_time on inbox (at);
create index inbox_of_visitor_by_time on inbox (world_id, agent_id, at);
`

/** Lists of finished games, for all and per player, and walks by start time. */
export const publicSite = `
create index games_finished on games (world_id, updated_at desc, id desc) where status = 'finished';
create index games_finished_of_white on games (world_id, white_agent_id, updated_at desc) where status = 'finished';
create index games_finished_of_black on games (world_id, black_agent_id, updated_at desc) where status = 'finished';
create index journeys_by_departure on journeys (world_id, depart_at);
`

/** Links to fetch a visitor's key on another machine: one per visitor, found by the digest of its code. */
export const joinLinks = `
create table join_links (
  digest TEXT primary key, world_id TEXT not null, agent_id TEXT not null, app_id TEXT not null,
  owner_uid TEXT not null, expires_at INT not null
) CLUSTERED;
create unique index join_links_of_visitor on join_links (world_id, agent_id);
create index join_links_by_end on join_links (expires_at);
`

/** Public events of a world, in commit order. */
export const worldLog = `
create table world_log_heads (world_id TEXT not null, position INT not null, primary key (world_id)) CLUSTERED;
create table world_log (
  world_id TEXT not null, position INT not null, kind TEXT not null, at INT not null, subject_id TEXT not null,
  of_kind TEXT not null, agent_id TEXT not null, topic_id TEXT not null, primary key (world_id, position)
) CLUSTERED;
create index world_log_by_time on world_log (at);
create index world_log_of_world_by_time on world_log (world_id, at);
`

/** Keys that only sign agent cards, and their signatures, by the digest of the signed data. */
export const cardSignatures = `
create table card_keys (
  kid TEXT primary key, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null
) CLUSTERED;
create table card_signatures (digest TEXT primary key, signatures TEXT not null, signed_at INT not null) CLUSTERED;
`

/** Second factors, and client names in the list of sessions. */
export const secondFactors = `
create table identity_factors (
  account_id TEXT primary key, sealed TEXT not null, confirmed_at INT, last_step INT not null, recovery TEXT not null,
  created_at INT not null
) CLUSTERED;
alter table sessions add column client TEXT;
`

/** Intentions behind residents' texts, and affairs. No route returns them. */
export const plans = `
create table plans (
  world_id TEXT not null, id TEXT not null, root_id TEXT not null, agent_id TEXT not null, issue TEXT not null,
  move TEXT not null, side TEXT not null, reason TEXT not null, addressee_id TEXT not null, answers_id TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index plans_of_root on plans (world_id, root_id, created_at, id);
create index plans_of_agent on plans (world_id, agent_id, issue, created_at);
create index plans_by_move on plans (world_id, agent_id, move, created_at);
create table affairs (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, stage TEXT not null, parties TEXT not null,
  thing TEXT not null, root_id TEXT not null, status TEXT not null, created_at INT not null, updated_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index affairs_running on affairs (world_id, id) where status = 'running';
`

/** Console sessions signed out before they expired. */
export const consoleSignOuts = `
create table console_sign_outs (digest TEXT primary key, expires_at INT not null) CLUSTERED;
create index console_sign_outs_by_end on console_sign_outs (expires_at);
`

/** Previous values of a change, so that the audit log can show the difference. */
export const auditBefore = `
alter table audit add column before TEXT;
`

/**
 * Monitoring data: nodes, counts per minute, hour and day, and the request log of all keys. `worst` is the highest
 * status in a log chunk; older chunks have 599, so that they are searched too.
 */
export const monitoring = `
create table nodes (
  id TEXT primary key, version TEXT not null, epoch TEXT not null, started_at INT not null, seen_at INT not null
) CLUSTERED;
create table activity (
  step TEXT not null, at INT not null, series TEXT not null, n INT not null, primary key (step, at, series)
) CLUSTERED;
create table error_counts (
  step TEXT not null, at INT not null, route TEXT not null, code TEXT not null, status INT not null, n INT not null,
  first_at INT not null, last_at INT not null, primary key (step, at, route, code)
) CLUSTERED;
alter table request_log add column worst INT not null default 599;
drop index request_log_by_age;
create index request_log_by_age on request_log (last_at, id);
create index request_log_refused on request_log (last_at, id) where worst >= 400;
create index request_log_failed on request_log (last_at, id) where worst >= 500;
`

/**
 * Moderation blocks, reports and reviews, and indexes of hidden items: per agent, and for all worlds by creation time.
 */
export const reports = `
alter table verdicts add column rule TEXT not null default '';
create table blocks (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, agent_id TEXT not null, category TEXT not null,
  rule TEXT not null, length INT not null, text TEXT, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index blocks_by_time on blocks (created_at desc, id desc);
create index blocks_of_agent on blocks (world_id, agent_id, created_at desc, id desc);
create table reports (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, state TEXT not null, note TEXT, reason TEXT not null,
  text TEXT, of_kind TEXT not null, subject_id TEXT not null, agent_id TEXT not null, key_id TEXT, app_id TEXT,
  created_at INT not null, settled_at INT, primary key (world_id, id)
) CLUSTERED;
create index reports_by_time on reports (created_at desc, id desc);
create index reports_by_state on reports (state, created_at desc, id desc);
create index reports_of_app on reports (app_id, created_at desc, id desc) where app_id is not null;
create index reports_of_subject on reports (world_id, subject_id, kind);
create unique index reviews_once on reports (world_id, subject_id) where kind = 'review';
create index reviews_of_agent on reports (world_id, agent_id) where kind = 'review';
create index posts_unseen on posts (visibility, created_at desc, id desc) where visibility <> 'public';
create index replies_unseen on replies (visibility, created_at desc, id desc) where visibility <> 'public';
create index messages_unseen on messages (visibility, created_at desc, id desc) where visibility <> 'public';
create index replies_unseen_of_agent
  on replies (world_id, agent_id, created_at desc, id desc) where visibility <> 'public';
`

/** The last mood of every agent on each of the last days. */
export const moodDays = `
create table mood_days (
  world_id TEXT not null, agent_id TEXT not null, day INT not null, mood TEXT not null, emoji TEXT not null,
  intensity REAL not null, primary key (world_id, agent_id, day)
) CLUSTERED;
create index mood_days_by_day on mood_days (day);
`

/** When control state last changed and when each node applied it, by the database's clock. */
export const applied = `
alter table epochs add column changed_at INT not null default 0;
alter table nodes add column applied_at INT not null default 0;
`

/** Promises, wants and grudges of residents, affair results, and plans by addressee. No route returns them. */
export const bonds = `
create table promises (
  world_id TEXT not null, id TEXT not null, maker_id TEXT not null, other_id TEXT not null, place_id TEXT not null,
  at INT not null, kind TEXT not null, root_id TEXT not null, status TEXT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index promises_of_maker on promises (world_id, maker_id, at);
create index promises_of_other on promises (world_id, other_id, at);
create table wants (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, kind TEXT not null, goal TEXT not null,
  other_id TEXT not null, target REAL not null, progress REAL not null, told REAL not null, status TEXT not null,
  created_at INT not null, updated_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index wants_of_agent on wants (world_id, agent_id, created_at);
create table grudges (
  world_id TEXT not null, agent_id TEXT not null, other_id TEXT not null, reason TEXT not null, created_at INT not null,
  primary key (world_id, agent_id, other_id)
) CLUSTERED;
alter table affairs add column facts TEXT not null default '';
create index plans_to_somebody on plans (world_id, addressee_id, created_at);
`

/** Things with states, their changes, and events of a city. No route returns them. */
export const things = `
create table things (
  world_id TEXT not null, id TEXT not null, name TEXT not null, kind TEXT not null, place_id TEXT not null,
  keeper_id TEXT not null, state TEXT not null, since INT not null, primary key (world_id, id)
) CLUSTERED;
create table thing_changes (
  world_id TEXT not null, thing_id TEXT not null, at INT not null, state TEXT not null, cause TEXT not null,
  told_by TEXT not null, told_at INT not null, primary key (world_id, thing_id, at)
) CLUSTERED;
create table happenings (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, name TEXT not null, place_id TEXT not null,
  thing_id TEXT not null, stage TEXT not null, figure INT not null, outcome TEXT not null, root_id TEXT not null,
  starts_at INT not null, ends_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index happenings_by_end on happenings (world_id, ends_at, id);
create index happenings_by_kind on happenings (world_id, kind, starts_at);
insert into due (world_id, kind, subject_id, at) select world_id, 'dawn', world_id, at from due where kind = 'day';
`

/**
 * Facts of commits for the other nodes of a cluster; null if there were too many. SQLite has one process and needs no
 * table.
 */
export const toldTable = {
  sqlite: '',
  postgres: `
create table told (
  world_id TEXT not null, xid xid8 not null default pg_current_xact_id(),
  told_at INT not null default (extract(epoch from clock_timestamp()) * 1000)::bigint, facts TEXT
);
create index told_by_world on told (world_id, xid);
create index told_by_age on told (told_at);
`,
} as const

/** SQLite: indexed words of more than three letters. PostgreSQL finds prefixes with its own index. */
export const searchWords = {
  sqlite: `
create table search_words (search TEXT not null, word TEXT not null, primary key (search, word)) CLUSTERED;
`,
  postgres: '',
} as const

/** Fills the table from existing indexes. */
export async function fillSearchWords(tx: Tx): Promise<void> {
  if (tx.engine !== 'sqlite') return
  const indexes = await tx.raw<{ name: string }>(
    `select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5(words%'`,
    [],
  )
  for (const { name } of indexes) {
    await tx.raw(`create virtual table temp.search_terms using fts5vocab(main, '${name}', 'row')`, [])
    await tx.raw(
      `insert into search_words (search, word) select '${name}', term from temp.search_terms where length(term) > 3`,
      [],
    )
    await tx.raw('drop table temp.search_terms', [])
  }
}

/** The 64-day period of a day. Days before 1970 are negative, and a plain division would round them up. */
const PERIOD = '(day - ((day % 64) + 64) % 64) / 64'

/** Post counts per 64-day period, from the counts per day. */
export async function fillPeriods(tx: Tx): Promise<void> {
  await tx.raw(
    `insert into tallies (world_id, scope, day, n)
     select world_id, 'stretch:' || scope, ${PERIOD}, cast(sum(n) as bigint) from tallies
     where scope = 'posts' or scope like 'posts:%' group by world_id, scope, ${PERIOD}`,
    [],
  )
}

const INDEXES = ['post_search_words', 'agent_search_words'] as const

/**
 * PostgreSQL adds the words of new rows to a pending list, which every search scans until it is flushed. After 5,000
 * posts the scan doubled the search time. Now words go directly into the index.
 */
export const disablePendingLists = {
  sqlite: '',
  postgres: INDEXES.map((index) => `alter index ${index} set (fastupdate = off);\n`).join(''),
} as const

/** Flushes the pending lists. */
export async function flushPendingLists(tx: Tx): Promise<void> {
  if (tx.engine !== 'postgres') return
  for (const index of INDEXES) await tx.raw(`select gin_clean_pending_list('${index}'::regclass)`, [])
}
