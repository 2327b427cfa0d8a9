/** The city: compiled maps, bodies in it, walks, conversations with seats, games with their position, and what is due. */
export const city = `
alter table worlds add column map_version TEXT;
create table city_maps (
  world_id TEXT not null, version TEXT not null, compiled TEXT not null, primary key (world_id)
) CLUSTERED;
create index homes on destinations (world_id, id) where kind = 'home';
create table bodies (
  world_id TEXT not null, agent_id TEXT not null, resident INT not null, destination_id TEXT not null, journey_id TEXT,
  depart_at INT, arrive_at INT not null, dwell_until INT, leaves_at INT not null, activity TEXT not null, purpose TEXT,
  home_id TEXT, primary key (world_id, agent_id)
) CLUSTERED;
create index bodies_at_place on bodies (world_id, destination_id, leaves_at);
create unique index bodies_at_home on bodies (world_id, home_id) where home_id is not null;

create index stays_of_agent on stays (world_id, agent_id);

alter table journeys add column meters REAL not null default 0;
alter table journeys add column lifts INT not null default 0;
alter table journeys add column from_label TEXT;
alter table journeys add column route TEXT;
alter table journeys add column dwell_until INT;
alter table journeys add column next_at INT;
create index journeys_of_agent on journeys (world_id, agent_id, depart_at);
create index journeys_next on journeys (next_at) where next_at is not null;

alter table encounters add column ended_at INT;
update encounters set ended_at = deadline where status = 'closed';
create index encounters_at_place on encounters (world_id, destination_id, created_at) where status <> 'closed';
create index encounters_open on encounters (deadline) where status <> 'closed';
alter table encounter_participants add column respond_by INT not null default 0;
alter table encounter_participants add column joined_at INT;
alter table encounter_participants add column left_at INT;
alter table encounter_participants add column seat INT;
update encounter_participants set
  respond_by = (select case when e.deadline < invited_at + 1800000 then e.deadline else invited_at + 1800000 end
    from encounters e where e.world_id = encounter_participants.world_id and e.id = encounter_id),
  joined_at = case when state in ('engaged', 'listener') then invited_at end;
create unique index encounter_seats on encounter_participants (world_id, encounter_id, seat) where seat is not null;
create index encounters_of_agent on encounter_participants (world_id, agent_id, joined_at);
create index encounters_inviting on encounter_participants (world_id, agent_id, respond_by) where state = 'invited';
create index invitations_open on encounter_participants (respond_by) where state = 'invited';

alter table games add column fen TEXT not null default '';
alter table games add column ply INT not null default 0;
alter table games add column last_san TEXT;
alter table games add column to_move TEXT not null default '';
alter table games add column result TEXT;
alter table games add column end_reason TEXT;
alter table games add column updated_at INT not null default 0;
create index games_of_white on games (world_id, white_agent_id) where status <> 'finished';
create index games_of_black on games (world_id, black_agent_id) where status <> 'finished';
create index games_at_table on games (world_id, destination_id) where status <> 'finished' and destination_id is not null;
create index games_due on games (due_at) where status <> 'finished' and due_at is not null;

create table due (
  world_id TEXT not null, kind TEXT not null, subject_id TEXT not null, at INT not null,
  primary key (world_id, kind, subject_id)
) CLUSTERED;
create index due_at on due (at);
`
