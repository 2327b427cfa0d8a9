/** What is addressed to a visitor, in the order of its commits. */
export const inbox = `
create table inbox (
  world_id TEXT not null, agent_id TEXT not null, position INT not null, kind TEXT not null, at INT not null,
  from_agent_id TEXT, refs TEXT not null, primary key (world_id, agent_id, position)
) CLUSTERED;
create index inbox_by_time on inbox (at);
create index inbox_of_visitor_by_time on inbox (world_id, agent_id, at);
`
