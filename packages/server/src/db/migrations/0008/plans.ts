/** What residents mean by what they write, and the affairs they are in. Served by no route. */
export const plans = `
create table plans (
  world_id TEXT not null, id TEXT not null, root_id TEXT not null, agent_id TEXT not null, issue TEXT not null,
  move TEXT not null, side TEXT not null, reason TEXT not null, addressee_id TEXT not null, answers_id TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index plans_of_root on plans (world_id, root_id, created_at, id);
create index plans_of_agent on plans (world_id, agent_id, issue, created_at);
create index plans_by_move on plans (world_id, agent_id, move, created_at);
create table affairs (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, stage TEXT not null, parties TEXT not null,
  thing TEXT not null, root_id TEXT not null, status TEXT not null, created_at INT not null, updated_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index affairs_running on affairs (world_id, id) where status = 'running';
`
