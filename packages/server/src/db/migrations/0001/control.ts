/** Settings, worlds, keys and what guards them, developers, sign-in: whatever does not belong to one world. */
export const control = `
create table meta (name TEXT primary key, value TEXT not null) CLUSTERED;
create table epochs (name TEXT primary key, value TEXT not null) CLUSTERED;
create table settings (name TEXT primary key, value TEXT not null) CLUSTERED;
create table clock (id INT primary key, mode TEXT not null, now INT not null, pinned INT not null) CLUSTERED;
create table leases (name TEXT primary key, holder TEXT not null, expires_at INT not null) CLUSTERED;
create table audit (
  id TEXT primary key, at INT not null, actor TEXT not null, action TEXT not null, target TEXT not null,
  detail TEXT not null
) CLUSTERED;
create index audit_by_target on audit (target, id);
create table worlds (
  id TEXT primary key, tag TEXT not null unique, kind TEXT not null, name TEXT not null, status TEXT not null,
  designation TEXT, capacity INT, visitors_paused INT not null, residents_paused INT not null, overlay TEXT not null,
  created_at INT not null, map_version TEXT
) CLUSTERED;
create table directory (id TEXT primary key, world_id TEXT not null) CLUSTERED;
create index directory_by_world on directory (world_id);
create table apps (
  id TEXT primary key, owner_uid TEXT not null, name TEXT not null, status TEXT not null, machine_client TEXT,
  client_secret_digest TEXT, created_at INT not null
) CLUSTERED;
create index apps_by_owner on apps (owner_uid, id);
create table developers (
  uid TEXT primary key, status TEXT not null, visitor_cap INT, created_at INT not null, issuer TEXT, subject TEXT,
  visitor_terms_version TEXT
) CLUSTERED;
create unique index developers_by_identity on developers (issuer, subject) where issuer is not null;
create table acceptances (
  id TEXT primary key, uid TEXT not null, kind TEXT not null, version TEXT not null, text_digest TEXT not null,
  purpose TEXT not null, key_id TEXT, world_id TEXT, agent_id TEXT, at INT not null
) CLUSTERED;
create index acceptances_of_key on acceptances (key_id) where key_id is not null;
create index acceptances_of_agent on acceptances (agent_id) where agent_id is not null;
create table keys (
  id TEXT primary key, name TEXT not null, app_id TEXT, tier INT not null, scopes TEXT not null,
  rate_limit_per_minute INT, enabled INT not null, revoked_at INT, allowed_agent_ids TEXT not null,
  invoke_any_agent INT not null, invoke_daily_budget INT, contributes_to_continuity INT not null, world_id TEXT,
  drive_daily_budget INT, last_four TEXT not null, created_at INT
) CLUSTERED;
create index keys_by_app on keys (app_id);
create table key_digests (digest TEXT primary key, key_id TEXT not null, expires_at INT) CLUSTERED;
create index key_digests_by_key on key_digests (key_id);
create index key_digests_expiring on key_digests (expires_at) where expires_at is not null;
create table request_log (
  key_id TEXT not null, id TEXT not null, last_at INT not null, n INT not null, entries TEXT not null,
  primary key (key_id, id)
) CLUSTERED;
create index request_log_by_age on request_log (last_at);
create table signing_keys (
  kid TEXT primary key, state TEXT not null, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null,
  active_at INT, retired_at INT
) CLUSTERED;
create table identity_accounts (
  id TEXT primary key, email TEXT not null unique, password TEXT not null, version INT not null,
  created_at INT not null
) CLUSTERED;
create table identity_links (
  digest TEXT primary key, purpose TEXT not null, email TEXT not null, password TEXT, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index identity_links_of_email on identity_links (email, created_at);
create index identity_links_by_end on identity_links (expires_at);
create table identity_keys (
  kid TEXT primary key, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null
) CLUSTERED;
create table sessions (
  digest TEXT primary key, issuer TEXT not null, subject TEXT not null, sealed TEXT not null, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index sessions_of_subject on sessions (issuer, subject);
create index sessions_by_end on sessions (expires_at);
`
