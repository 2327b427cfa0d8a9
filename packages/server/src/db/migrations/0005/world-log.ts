/** What happens publicly in a world, in the order of its commits. */
export const worldLog = `
create table world_log_heads (world_id TEXT not null, position INT not null, primary key (world_id)) CLUSTERED;
create table world_log (
  world_id TEXT not null, position INT not null, kind TEXT not null, at INT not null, subject_id TEXT not null,
  of_kind TEXT not null, agent_id TEXT not null, topic_id TEXT not null, primary key (world_id, position)
) CLUSTERED;
create index world_log_by_time on world_log (at);
create index world_log_of_world_by_time on world_log (world_id, at);
`
