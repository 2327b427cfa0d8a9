// Schema step 34: acts of residents with their causes.

/** One row for each act. Its id is the id of the row that the act created, such as a post or a walk. */
export const research = `
create table acts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, verb TEXT not null, at INT not null,
  cause_kind TEXT not null, cause_id TEXT not null, primary key (world_id, id)
) CLUSTERED;
`
