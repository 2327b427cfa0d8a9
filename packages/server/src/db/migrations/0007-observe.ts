/** Observation: what is captured of a visitor, and what its conversations need to be found without a walk. */
export const observe = `
create table events (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, ingested_at INT not null, facts TEXT not null,
  primary key (world_id, agent_id, sequence)
) CLUSTERED;
alter table visitors add column event_sequence INT not null default 0;
alter table visitors add column event_day INT not null default -1;
alter table visitors add column event_day_count INT not null default 0;
alter table visitors add column event_coverage TEXT not null default '{}';
alter table verdicts add column released_at INT;

create table encounter_witnesses (
  world_id TEXT not null, agent_id TEXT not null, encounter_id TEXT not null, created_at INT not null,
  primary key (world_id, agent_id, encounter_id)
) CLUSTERED;
create index encounter_witnesses_newest on encounter_witnesses (world_id, agent_id, created_at desc, encounter_id desc);
create index encounter_participants_newest
  on encounter_participants (world_id, agent_id, invited_at desc, encounter_id desc);
create index posts_withheld on posts (world_id, agent_id, created_at desc, id desc) where visibility <> 'public';
create index replies_withheld on replies (world_id, post_id, created_at, id) where visibility <> 'public';
`
