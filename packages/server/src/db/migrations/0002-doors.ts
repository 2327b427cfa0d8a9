/** Completion, agent-to-agent calls and machine tokens: claims, daily counters, what memory may tell, signing keys. */
export const doors = `
create table claims (
  world_id TEXT not null, id TEXT not null, fence INT not null, state TEXT not null, claimed_at INT not null,
  admission TEXT, answer TEXT, settled_at INT, primary key (world_id, id)
) CLUSTERED;
create index claims_by_age on claims (claimed_at);
create table budgets (
  world_id TEXT not null, subject TEXT not null, counter TEXT not null, day INT not null, used INT not null,
  primary key (world_id, subject, counter, day)
) CLUSTERED;
create index budgets_by_day on budgets (day);

alter table episodes add column gist TEXT;
alter table episodes add column surface TEXT not null default 'world';
alter table episodes add column key_id TEXT;
create index episodes_recent on episodes (world_id, agent_id, created_at desc, id desc)
  where private = 0 and surface = 'world';
create index episodes_weighty on episodes (world_id, agent_id, importance desc, created_at desc, id desc)
  where private = 0 and surface = 'world';
create index episodes_with_key on episodes (world_id, agent_id, key_id, created_at desc, id desc)
  where key_id is not null;
create index episodes_of_callers on episodes (created_at) where surface = 'completion';
create index episodes_undescribed on episodes (world_id, id) where gist is null;
create table episode_cues (
  world_id TEXT not null, agent_id TEXT not null, cue TEXT not null, created_at INT not null, episode_id TEXT not null,
  primary key (world_id, agent_id, cue, created_at, episode_id)
) CLUSTERED;
create table echoes (
  world_id TEXT not null, agent_id TEXT not null, mark INT not null, primary key (world_id, agent_id, mark)
) CLUSTERED;

create table signing_keys (
  kid TEXT primary key, state TEXT not null, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null,
  active_at INT, retired_at INT
) CLUSTERED;
`
