// Schema step 33: stories.

/**
 * Stories with their episodes and cast, derived from the rows of residents; `story_marks` stores how far. A story in
 * state `forming` is not shown yet. The daily values of ties are the history of a pair.
 */
export const stories = `
create table stories (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, state TEXT not null, title TEXT not null,
  roles TEXT not null, source TEXT not null, digest TEXT not null, started_at INT not null, updated_at INT not null,
  ended_at INT, primary key (world_id, id)
) CLUSTERED;
create index stories_latest on stories (world_id, updated_at desc, id desc) where state <> 'forming';
create index stories_by_kind on stories (world_id, kind, updated_at desc, id desc) where state <> 'forming';
create index stories_by_state on stories (world_id, state, updated_at, id);
create index stories_of_source on stories (world_id, source, updated_at);
create table story_cast (
  world_id TEXT not null, agent_id TEXT not null, story_id TEXT not null, primary key (world_id, agent_id, story_id)
) CLUSTERED;
create index story_cast_of_story on story_cast (world_id, story_id);
create table story_episodes (
  world_id TEXT not null, story_id TEXT not null, id TEXT not null, at INT not null, basis TEXT not null,
  step TEXT not null, text TEXT not null, open_text TEXT not null, public_text TEXT not null, agents TEXT not null,
  post_id TEXT not null, reply_id TEXT not null, game_id TEXT not null, place_id TEXT not null,
  primary key (world_id, story_id, id)
) CLUSTERED;
create table story_marks (world_id TEXT not null, marks TEXT not null, primary key (world_id)) CLUSTERED;
create table tie_days (
  world_id TEXT not null, agent_id TEXT not null, other_id TEXT not null, day INT not null, affinity REAL not null,
  primary key (world_id, agent_id, other_id, day)
) CLUSTERED;
create index tie_days_by_day on tie_days (day);
create index affairs_by_update on affairs (world_id, updated_at, id);
create index plans_by_time on plans (world_id, created_at, id);
create index promises_by_time on promises (world_id, at, id);
create index grudges_by_time on grudges (world_id, created_at);
create index happenings_by_start on happenings (world_id, starts_at, id);
`
