/** The city: its map, bodies and walks, conversations with seats, games with their position. */
export const city = `
create table city_nodes (
  world_id TEXT not null, id TEXT not null, x REAL not null, y REAL not null, level INT not null,
  primary key (world_id, id)
) CLUSTERED;
create table city_edges (
  world_id TEXT not null, from_id TEXT not null, to_id TEXT not null, meters REAL not null, lift INT not null,
  primary key (world_id, from_id, to_id)
) CLUSTERED;
create table city_maps (
  world_id TEXT not null, version TEXT not null, compiled TEXT not null, primary key (world_id)
) CLUSTERED;
create table destinations (
  world_id TEXT not null, id TEXT not null, node_id TEXT not null, label TEXT not null, kind TEXT not null,
  purposes TEXT not null, primary key (world_id, id)
) CLUSTERED;
create index homes on destinations (world_id, id) where kind = 'home';
create table bodies (
  world_id TEXT not null, agent_id TEXT not null, resident INT not null, destination_id TEXT not null, journey_id TEXT,
  depart_at INT, arrive_at INT not null, dwell_until INT, leaves_at INT not null, activity TEXT not null, purpose TEXT,
  home_id TEXT, primary key (world_id, agent_id)
) CLUSTERED;
create unique index bodies_at_home on bodies (world_id, home_id) where home_id is not null;
create index bodies_at_place on bodies (world_id, destination_id, leaves_at, agent_id, arrive_at);
create table stays (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, destination_id TEXT not null,
  arrived_at INT not null, stays_until INT, activity TEXT not null, purpose TEXT, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index stays_of_agent on stays (world_id, agent_id);
create table journeys (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, destination_id TEXT not null, purpose TEXT,
  depart_at INT not null, arrive_at INT not null, created_at INT not null, meters REAL not null default 0,
  lifts INT not null default 0, from_label TEXT, route TEXT, dwell_until INT, next_at INT, primary key (world_id, id)
) CLUSTERED;
create index journeys_of_agent on journeys (world_id, agent_id, depart_at);
create index journeys_next on journeys (next_at) where next_at is not null;
create table encounters (
  world_id TEXT not null, id TEXT not null, destination_id TEXT not null, status TEXT not null, deadline INT not null,
  created_at INT not null, ended_at INT, primary key (world_id, id)
) CLUSTERED;
create index encounters_at_place on encounters (world_id, destination_id, created_at) where status <> 'closed';
create index encounters_open on encounters (deadline) where status <> 'closed';
create table encounter_participants (
  world_id TEXT not null, encounter_id TEXT not null, agent_id TEXT not null, state TEXT not null,
  invited_at INT not null, respond_by INT not null default 0, joined_at INT, left_at INT, seat INT,
  primary key (world_id, encounter_id, agent_id)
) CLUSTERED;
create unique index encounter_seats on encounter_participants (world_id, encounter_id, seat) where seat is not null;
create index encounters_of_agent on encounter_participants (world_id, agent_id, joined_at);
create index encounters_inviting on encounter_participants (world_id, agent_id, respond_by) where state = 'invited';
create index invitations_open on encounter_participants (respond_by) where state = 'invited';
create index encounter_participants_newest
  on encounter_participants (world_id, agent_id, invited_at desc, encounter_id desc);
create table encounter_turns (
  world_id TEXT not null, id TEXT not null, encounter_id TEXT not null, agent_id TEXT not null, text TEXT not null,
  witnesses TEXT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index encounter_turns_by_encounter on encounter_turns (world_id, encounter_id, created_at, id);
create table encounter_witnesses (
  world_id TEXT not null, agent_id TEXT not null, encounter_id TEXT not null, created_at INT not null,
  primary key (world_id, agent_id, encounter_id)
) CLUSTERED;
create index encounter_witnesses_newest on encounter_witnesses (world_id, agent_id, created_at desc, encounter_id desc);
create table games (
  world_id TEXT not null, id TEXT not null, destination_id TEXT, white_agent_id TEXT not null,
  black_agent_id TEXT not null, start_fen TEXT, moves TEXT not null, due_at INT, status TEXT not null,
  created_at INT not null, fen TEXT not null default '', ply INT not null default 0, last_san TEXT,
  to_move TEXT not null default '', result TEXT, end_reason TEXT, updated_at INT not null default 0,
  primary key (world_id, id)
) CLUSTERED;
create index games_of_white on games (world_id, white_agent_id) where status <> 'finished';
create index games_of_black on games (world_id, black_agent_id) where status <> 'finished';
create index games_at_table
  on games (world_id, destination_id) where status <> 'finished' and destination_id is not null;
create index games_due on games (due_at) where status <> 'finished' and due_at is not null;
`
