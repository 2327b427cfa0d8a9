// Schema step 34: acts of residents with their causes, notes on simulations that cannot be repeated.

/** One row for each act. Its id is the id of the row that the act created, such as a post or a walk. Notes: first times. */
export const research = `
create table acts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, verb TEXT not null, at INT not null,
  cause_kind TEXT not null, cause_id TEXT not null, primary key (world_id, id)
) CLUSTERED;
create table life_notes (
  world_id TEXT not null, kind TEXT not null, at INT not null, primary key (world_id, kind)
) CLUSTERED;
`
