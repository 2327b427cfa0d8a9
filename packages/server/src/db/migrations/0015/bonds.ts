/** Promises, wants and grudges of residents, what an affair has come to, and plans by whom they address. Served by no route. */
export const bonds = `
create table promises (
  world_id TEXT not null, id TEXT not null, maker_id TEXT not null, other_id TEXT not null, place_id TEXT not null,
  at INT not null, kind TEXT not null, root_id TEXT not null, status TEXT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index promises_of_maker on promises (world_id, maker_id, at);
create index promises_of_other on promises (world_id, other_id, at);
create table wants (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, kind TEXT not null, goal TEXT not null,
  other_id TEXT not null, target REAL not null, progress REAL not null, told REAL not null, status TEXT not null,
  created_at INT not null, updated_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index wants_of_agent on wants (world_id, agent_id, created_at);
create table grudges (
  world_id TEXT not null, agent_id TEXT not null, other_id TEXT not null, reason TEXT not null, created_at INT not null,
  primary key (world_id, agent_id, other_id)
) CLUSTERED;
alter table affairs add column facts TEXT not null default '';
create index plans_to_somebody on plans (world_id, addressee_id, created_at);
`
