// Schema steps 21 to 30, of version 0.3.0.

/** Host, address and supported formats of nodes. Null for nodes of earlier versions, which do not write them. */
export const nodeDetails = `
alter table nodes add column host TEXT;
alter table nodes add column address TEXT;
alter table nodes add column schema_min INT;
alter table nodes add column schema_max INT;
alter table nodes add column log_min INT;
alter table nodes add column log_max INT;
`

/** Unfinished erasures, and the indexes that find the rows of an erased person. */
export const erasures = `
create table erasures (
  world_id TEXT not null, agent_id TEXT not null, posts TEXT not null, requested_at INT not null,
  primary key (world_id, agent_id)
) CLUSTERED;
create index visitors_of_owner on visitors (owner_uid) where owner_uid is not null;
create index episodes_of_key on episodes (key_id, world_id, id) where key_id is not null;
create index thoughts_about on thoughts (world_id, about_agent_id) where about_agent_id is not null;
create index reports_of_key on reports (key_id) where key_id is not null;
create index audit_by_time on audit (at);
`

/** Named operators, invite codes and sign-ups that wait for approval. */
export const operators = `
create table operators (
  name TEXT primary key, role TEXT not null, digest TEXT not null, created_at INT not null, rotated_at INT
) CLUSTERED;
create unique index operators_by_digest on operators (digest);
create table invites (
  id TEXT primary key, digest TEXT not null, uses INT not null, used INT not null, expires_at INT,
  created_at INT not null, created_by TEXT not null
) CLUSTERED;
create unique index invites_by_digest on invites (digest);
create table sign_ups (uid TEXT primary key, email TEXT, name TEXT, created_at INT not null) CLUSTERED;
create index sign_ups_oldest on sign_ups (created_at, uid);
`

// ── Schema step 24 ──

/** Requests by the digest of the device code. `user_digest` is the keyed digest of the code of the claim page. */
export const joinRequests = `
create table join_requests (
  digest TEXT primary key, user_digest TEXT not null, state TEXT not null, name TEXT not null, bio TEXT not null,
  asked_world_id TEXT, origin TEXT not null, address TEXT, created_at INT not null, expires_at INT not null,
  polled_at INT, owner_uid TEXT, app_id TEXT, agent_id TEXT
) CLUSTERED;
create unique index join_requests_by_user_code on join_requests (user_digest);
create index join_requests_open on join_requests (state, expires_at);
create index join_requests_of_origin on join_requests (origin, state, expires_at);
create index join_requests_oldest on join_requests (created_at);
create index join_requests_of_owner on join_requests (owner_uid) where owner_uid is not null;
`

// ── Schema step 25 ──

/**
 * The end of what the last `look` of a credential showed, and where that `look` began. One row for each visitor and
 * credential.
 */
export const lookPositions = `
create table look_positions (
  world_id TEXT not null, agent_id TEXT not null, credential_id TEXT not null,
  position INT not null, previous INT not null,
  primary key (world_id, agent_id, credential_id)
) CLUSTERED;
create index look_positions_of_credential on look_positions (credential_id);
`

// ── Schema steps 26, 27 and 30 ──

/** Facts and the agents who know each. An empty `heard_from` means that the agent knows it first hand. */
export const knowledge = `
create table facts (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, subject_id TEXT not null, about TEXT not null,
  text TEXT not null, audience TEXT not null, audience_ids TEXT not null, interest REAL not null, is_true INT not null,
  author_id TEXT not null, source_kind TEXT not null, source_id TEXT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index facts_about on facts (world_id, subject_id, created_at) where subject_id <> '';
create index facts_of_author on facts (world_id, author_id) where author_id <> '';
create index facts_of_source on facts (world_id, source_id) where source_id <> '';
create table knowledge (
  world_id TEXT not null, agent_id TEXT not null, fact_id TEXT not null, heard_from TEXT not null, at INT not null,
  belief REAL not null, variant TEXT not null,
  primary key (world_id, agent_id, fact_id)
) CLUSTERED;
create index knowledge_latest on knowledge (world_id, agent_id, at, fact_id);
create index knowledge_of_fact on knowledge (world_id, fact_id, at);
`

/** The agent whose words or deed an episode records, for erasure. Null for episodes without one. */
export const episodeSources = `
alter table episodes add column source_agent_id TEXT;
create index episodes_of_source on episodes (world_id, source_agent_id) where source_agent_id is not null;
`

/** Residents who left the city, and an index of lasting changes. */
export const departures = `
alter table lives add column departed_at INT;
create index affairs_lasting on affairs (world_id, created_at) where status = 'lasting';
`
