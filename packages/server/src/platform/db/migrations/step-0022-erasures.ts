// Schema step 22: unfinished erasures, and the indexes that find the rows of an erased person.
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
