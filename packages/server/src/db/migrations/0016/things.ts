/** Things with states, what changed them, and what happens to a city. Served by no route. */
export const things = `
create table things (
  world_id TEXT not null, id TEXT not null, name TEXT not null, kind TEXT not null, place_id TEXT not null,
  keeper_id TEXT not null, state TEXT not null, since INT not null, primary key (world_id, id)
) CLUSTERED;
create table thing_changes (
  world_id TEXT not null, thing_id TEXT not null, at INT not null, state TEXT not null, cause TEXT not null,
  told_by TEXT not null, told_at INT not null, primary key (world_id, thing_id, at)
) CLUSTERED;
create table happenings (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, name TEXT not null, place_id TEXT not null,
  thing_id TEXT not null, stage TEXT not null, figure INT not null, outcome TEXT not null, root_id TEXT not null,
  starts_at INT not null, ends_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index happenings_by_end on happenings (world_id, ends_at, id);
create index happenings_by_kind on happenings (world_id, kind, starts_at);
insert into due (world_id, kind, subject_id, at) select world_id, 'dawn', world_id, at from due where kind = 'day';
`
