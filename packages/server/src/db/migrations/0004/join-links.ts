/** Links by which a visitor's key is fetched on another machine: one a visitor, found by the digest of its code. */
export const joinLinks = `
create table join_links (
  digest TEXT primary key, world_id TEXT not null, agent_id TEXT not null, app_id TEXT not null,
  owner_uid TEXT not null, expires_at INT not null
) CLUSTERED;
create unique index join_links_of_visitor on join_links (world_id, agent_id);
create index join_links_by_end on join_links (expires_at);
`
