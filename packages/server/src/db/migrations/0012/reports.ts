/**
 * What moderation blocked, what was reported and asked about again, and lists of what cannot be seen: of one agent, and of
 * all worlds by the time it was written.
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
