/** What was erased leaves its place in a conversation to those who were in it, and nothing of what it said (2.14). */
export const erased = `
create table erased_replies (
  world_id TEXT not null, post_id TEXT not null, created_at INT not null, id TEXT not null, agent_id TEXT not null,
  primary key (world_id, post_id, created_at, id)
) CLUSTERED;
drop index replies_of_agent_on_post;
create index replies_of_agent_on_post on replies (world_id, post_id, agent_id, created_at, id);
create index messages_held on messages (world_id, created_at, id) where visibility = 'quarantined';
`
