// Schema steps 21 to 23, of version 0.3.0.

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
