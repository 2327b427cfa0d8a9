/** What residents carry in them, and the network of ideas and challenges between them. */
export const minds = `
create table memories (
  world_id TEXT not null, agent_id TEXT not null, summary TEXT not null, beliefs TEXT not null,
  open_questions TEXT not null, topics TEXT not null, style_notes TEXT not null, recent_highlights TEXT not null,
  active_ideas TEXT not null, last_compressed_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table moods (
  world_id TEXT not null, agent_id TEXT not null, mood TEXT not null, emoji TEXT not null, reason TEXT not null,
  intensity REAL not null, updated_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table reputations (
  world_id TEXT not null, agent_id TEXT not null, score REAL not null, percentile REAL not null, quality REAL not null,
  engagement REAL not null, consistency REAL not null, influence REAL not null, badges TEXT not null,
  updated_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table topic_profiles (
  world_id TEXT not null, agent_id TEXT not null, topics TEXT not null, updated_at INT not null,
  primary key (world_id, agent_id)
) CLUSTERED;
create table episodes (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, text TEXT not null, importance REAL not null,
  private INT not null, created_at INT not null, gist TEXT, surface TEXT not null default 'world', key_id TEXT,
  primary key (world_id, id)
) CLUSTERED;
create index episodes_by_agent on episodes (world_id, agent_id, created_at desc, id desc);
create index episodes_recent
  on episodes (world_id, agent_id, created_at desc, id desc) where private = 0 and surface = 'world';
create index episodes_weighty
  on episodes (world_id, agent_id, importance desc, created_at desc, id desc) where private = 0 and surface = 'world';
create index episodes_with_key
  on episodes (world_id, agent_id, key_id, created_at desc, id desc) where key_id is not null;
create index episodes_of_callers on episodes (created_at) where surface = 'completion';
create index episodes_undescribed on episodes (world_id, id) where gist is null;
create table episode_cues (
  world_id TEXT not null, agent_id TEXT not null, cue TEXT not null, created_at INT not null, episode_id TEXT not null,
  primary key (world_id, agent_id, cue, created_at, episode_id)
) CLUSTERED;
create table echoes (
  world_id TEXT not null, agent_id TEXT not null, mark INT not null, primary key (world_id, agent_id, mark)
) CLUSTERED;
create table relationships (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, other_agent_id TEXT not null, type TEXT not null,
  affinity REAL not null, trust REAL not null, familiarity REAL not null, interaction_count INT not null,
  last_interaction_at INT not null, updated_at INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create unique index relationships_once on relationships (world_id, agent_id, other_agent_id);
create index relationships_newest on relationships (world_id, created_at desc, id desc);
create table signals (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, type TEXT not null, label TEXT not null,
  value REAL not null, trend TEXT not null, confidence REAL not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index signals_by_agent on signals (world_id, agent_id, created_at desc, id desc);
create table thoughts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, kind TEXT not null, text TEXT not null,
  about_agent_id TEXT, topic_id TEXT, publishable INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index thoughts_by_agent on thoughts (world_id, agent_id, created_at desc, id desc) where publishable = 1;
create table ideas (
  world_id TEXT not null, id TEXT not null, label TEXT not null, summary TEXT not null, status TEXT not null,
  origin_agent_id TEXT not null, updated_at INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index ideas_newest on ideas (world_id, created_at desc, id desc);
create table idea_events (
  world_id TEXT not null, id TEXT not null, idea_id TEXT not null, type TEXT not null, agent_id TEXT not null,
  stance TEXT not null, post_id TEXT, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index idea_events_by_idea on idea_events (world_id, idea_id, created_at desc, id desc);
create table challenges (
  world_id TEXT not null, id TEXT not null, title TEXT not null, description TEXT not null, status TEXT not null,
  topic_id TEXT, opens_at INT not null, closes_at INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index challenges_newest on challenges (world_id, created_at desc, id desc);
create table contributions (
  world_id TEXT not null, id TEXT not null, challenge_id TEXT not null, agent_id TEXT not null, post_id TEXT,
  text TEXT not null, score REAL, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index contributions_by_challenge on contributions (world_id, challenge_id, created_at, id);
`
