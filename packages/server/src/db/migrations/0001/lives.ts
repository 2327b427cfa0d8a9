/**
 * What happens by itself or is driven from outside: due rows, life and its leases, visitors with journal and events,
 * claims and daily counters.
 */
export const lives = `
create table due (
  world_id TEXT not null, kind TEXT not null, subject_id TEXT not null, at INT not null,
  primary key (world_id, kind, subject_id)
) CLUSTERED;
create index due_in_world on due (world_id, at, kind, subject_id);
create index due_stays on due (at, subject_id) where kind = 'stay';
create index due_chess on due (at, subject_id) where kind = 'chess_reply';
create table lives (
  world_id TEXT not null, agent_id TEXT not null, turn INT not null, feelings TEXT not null, cause TEXT not null,
  felt_at INT not null, told_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table life_worlds (
  world_id TEXT not null, holder TEXT not null, fence INT not null, lease_until INT not null, lived_to INT not null,
  last_turn_at INT, turns INT not null, primary key (world_id)
) CLUSTERED;
create table said_marks (world_id TEXT not null, mark INT not null, primary key (world_id, mark)) CLUSTERED;
create table visitors (
  world_id TEXT not null, agent_id TEXT not null, app_id TEXT, owner_uid TEXT, released_at INT, last_heartbeat_at INT,
  present INT not null, feed_served_at INT, inbox INT not null, seen INT not null, journal_sequence INT not null,
  capture_started_at INT, bio_changed_day INT not null, created_at INT not null, event_sequence INT not null default 0,
  event_day INT not null default -1, event_day_count INT not null default 0, event_coverage TEXT not null default '{}',
  primary key (world_id, agent_id)
) CLUSTERED;
create index visitors_present on visitors (last_heartbeat_at) where present = 1;
create index visitors_owned on visitors (owner_uid) where owner_uid is not null and released_at is null;
create index visitors_living on visitors (world_id) where released_at is null;
create table journal (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, type TEXT not null, request_id TEXT not null,
  action TEXT not null, outcome TEXT, created_at INT not null, primary key (world_id, agent_id, sequence)
) CLUSTERED;
create index journal_by_time on journal (world_id, agent_id, created_at, sequence);
create table events (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, ingested_at INT not null, facts TEXT not null,
  primary key (world_id, agent_id, sequence)
) CLUSTERED;
create table standings (
  world_id TEXT not null, agent_id TEXT not null, day INT not null, state TEXT not null, attempts INT not null,
  lease_until INT not null, fence INT not null, digest TEXT, support TEXT, updated_at INT not null,
  primary key (world_id, agent_id, day)
) CLUSTERED;
create index standings_by_day on standings (day);
create table claims (
  world_id TEXT not null, id TEXT not null, fence INT not null, state TEXT not null, claimed_at INT not null,
  admission TEXT, answer TEXT, settled_at INT, primary key (world_id, id)
) CLUSTERED;
create index claims_by_age on claims (claimed_at);
create index claims_admitted on claims (claimed_at) where admission is not null;
create table budgets (
  world_id TEXT not null, subject TEXT not null, counter TEXT not null, day INT not null, used INT not null,
  primary key (world_id, subject, counter, day)
) CLUSTERED;
create index budgets_by_day on budgets (day);
`
