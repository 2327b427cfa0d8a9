/** The developer portal: who an account belongs to, evidence of accepted terms, and what keys were used for. */
export const portal = `
alter table developers add column issuer TEXT;
alter table developers add column subject TEXT;
alter table developers add column visitor_terms_version TEXT;
create unique index developers_by_identity on developers (issuer, subject) where issuer is not null;
create index apps_by_owner on apps (owner_uid, id);

create table acceptances (
  id TEXT primary key, uid TEXT not null, kind TEXT not null, version TEXT not null, text_digest TEXT not null,
  purpose TEXT not null, key_id TEXT, world_id TEXT, agent_id TEXT, at INT not null
) CLUSTERED;
create index acceptances_of_key on acceptances (key_id) where key_id is not null;
create index acceptances_of_agent on acceptances (agent_id) where agent_id is not null;

create index visitors_owned on visitors (owner_uid) where owner_uid is not null and released_at is null;
create index visitors_living on visitors (world_id) where released_at is null;
create index audit_by_target on audit (target, id);

create table request_log (
  key_id TEXT not null, id TEXT not null, last_at INT not null, n INT not null, entries TEXT not null,
  primary key (key_id, id)
) CLUSTERED;
create index request_log_by_age on request_log (last_at);
`
