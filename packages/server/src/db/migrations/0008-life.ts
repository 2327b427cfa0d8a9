/** Life: what each resident carries from turn to turn, who runs a world's life, and the words it has used up. */
export const life = `
create table lives (
  world_id TEXT not null, agent_id TEXT not null, turn INT not null, feelings TEXT not null,
  cause TEXT not null, felt_at INT not null, told_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table life_worlds (
  world_id TEXT not null, holder TEXT not null, fence INT not null, lease_until INT not null, lived_to INT not null,
  last_turn_at INT, turns INT not null, primary key (world_id)
) CLUSTERED;
create index due_in_world on due (world_id, at, kind, subject_id);
insert into due (world_id, kind, subject_id, at) select id, 'stirred', id, 0 from worlds;
create table said_marks (
  world_id TEXT not null, mark INT not null, primary key (world_id, mark)
) CLUSTERED;
`
