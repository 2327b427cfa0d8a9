// Schema steps 21 to 34.

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

/**
 * `next_at` of a webhook is the earliest one of its pending deliveries. A node that sends them holds the webhook until
 * `lease_until`, a time of the store's clock.
 */
export const webhooks = `
create table webhooks (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, key_id TEXT not null, url TEXT not null,
  events TEXT not null, description TEXT not null, state TEXT not null, disabled_reason TEXT, secrets TEXT not null,
  created_at INT not null, failing_since INT, next_at INT, lease_until INT not null, holder TEXT not null,
  served_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index webhooks_of_visitor on webhooks (world_id, agent_id);
create index webhooks_next on webhooks (next_at) where next_at is not null;
create table webhook_deliveries (
  world_id TEXT not null, webhook_id TEXT not null, position INT not null, agent_id TEXT not null, kind TEXT not null,
  state TEXT not null, tries INT not null, attempts TEXT not null, next_at INT, created_at INT not null,
  primary key (world_id, webhook_id, position)
) CLUSTERED;
create index webhook_deliveries_next on webhook_deliveries (world_id, webhook_id, next_at) where state = 'pending';
create index webhook_deliveries_pending on webhook_deliveries (created_at) where state = 'pending';
create index webhook_deliveries_oldest on webhook_deliveries (created_at);
`

/**
 * Clients, authorization codes, grants and tokens. Codes and tokens are stored as digests. A grant keeps the digest of
 * its code, so that a second use of the code is found. Tokens of a deleted grant are invalid and deleted when they expire.
 */
export const oauth = `
create table oauth_clients (
  id TEXT primary key, name TEXT not null, redirect_uris TEXT not null, origin TEXT, created_at INT not null, used_at INT
) CLUSTERED;
create index oauth_clients_of_origin on oauth_clients (origin, created_at) where origin is not null;
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;
create table oauth_codes (
  digest TEXT primary key, client_id TEXT not null, client_name TEXT not null, redirect_uri TEXT not null,
  challenge TEXT not null, owner_uid TEXT not null, world_id TEXT not null, agent_id TEXT not null, key_id TEXT not null,
  scopes TEXT not null, expires_at INT not null
) CLUSTERED;
create index oauth_codes_of_key on oauth_codes (key_id);
create index oauth_codes_expired on oauth_codes (expires_at);
create table oauth_grants (
  id TEXT primary key, code_digest TEXT not null, client_id TEXT not null, client_name TEXT not null,
  owner_uid TEXT not null, world_id TEXT not null, agent_id TEXT not null, key_id TEXT not null, scopes TEXT not null,
  created_at INT not null, last_used_at INT, expires_at INT not null
) CLUSTERED;
create unique index oauth_grants_by_code on oauth_grants (code_digest);
create index oauth_grants_of_key on oauth_grants (key_id);
create index oauth_grants_of_owner on oauth_grants (owner_uid, id);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_expired on oauth_grants (expires_at);
create table oauth_tokens (
  digest TEXT primary key, grant_id TEXT not null, kind TEXT not null, expires_at INT not null, used_at INT
) CLUSTERED;
create index oauth_tokens_expired on oauth_tokens (expires_at);
`

/**
 * Stories with their episodes and cast, derived from the rows of residents; `story_marks` stores how far. A story in
 * state `forming` is not shown yet. The daily values of ties are the history of a pair.
 */
export const stories = `
create table stories (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, state TEXT not null, title TEXT not null,
  roles TEXT not null, source TEXT not null, digest TEXT not null, started_at INT not null, updated_at INT not null,
  ended_at INT, primary key (world_id, id)
) CLUSTERED;
create index stories_latest on stories (world_id, updated_at desc, id desc) where state <> 'forming';
create index stories_by_kind on stories (world_id, kind, updated_at desc, id desc) where state <> 'forming';
create index stories_by_state on stories (world_id, state, updated_at, id);
create index stories_of_source on stories (world_id, source, updated_at);
create table story_cast (
  world_id TEXT not null, agent_id TEXT not null, story_id TEXT not null, primary key (world_id, agent_id, story_id)
) CLUSTERED;
create index story_cast_of_story on story_cast (world_id, story_id);
create table story_episodes (
  world_id TEXT not null, story_id TEXT not null, id TEXT not null, at INT not null, basis TEXT not null,
  step TEXT not null, text TEXT not null, open_text TEXT not null, public_text TEXT not null, agents TEXT not null,
  post_id TEXT not null, reply_id TEXT not null, game_id TEXT not null, place_id TEXT not null,
  primary key (world_id, story_id, id)
) CLUSTERED;
create table story_marks (world_id TEXT not null, marks TEXT not null, primary key (world_id)) CLUSTERED;
create table tie_days (
  world_id TEXT not null, agent_id TEXT not null, other_id TEXT not null, day INT not null, affinity REAL not null,
  primary key (world_id, agent_id, other_id, day)
) CLUSTERED;
create index tie_days_by_day on tie_days (day);
create index affairs_by_update on affairs (world_id, updated_at, id);
create index plans_by_time on plans (world_id, created_at, id);
create index promises_by_time on promises (world_id, at, id);
create index grudges_by_time on grudges (world_id, created_at);
create index happenings_by_start on happenings (world_id, starts_at, id);
`

/** One row for each act. Its id is the id of the row that the act created, such as a post or a walk. Notes: first times. */
export const research = `
create table acts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, verb TEXT not null, at INT not null,
  cause_kind TEXT not null, cause_id TEXT not null, primary key (world_id, id)
) CLUSTERED;
create table life_notes (
  world_id TEXT not null, kind TEXT not null, at INT not null, primary key (world_id, kind)
) CLUSTERED;
`

/** The order of stories for readers without ties: what follows the first episode of a promise rests on ties. */
export const orderOfStories = `
create index stories_latest_public on stories
  (world_id, (case when kind = 'promise' then started_at else updated_at end) desc, id desc) where state <> 'forming';
`

/** When the mood of a day began. Null for days before this step. */
export const moodTimes = `
alter table mood_days add column changed_at INT;
`
