/**
 * Written once for both engines: TEXT, INT and REAL become the engine's own column types, and CLUSTERED marks tables
 * that SQLite should store by primary key.
 */
export const foundation = `
create table meta (name TEXT primary key, value TEXT not null) CLUSTERED;
create table epochs (name TEXT primary key, value TEXT not null) CLUSTERED;
create table settings (name TEXT primary key, value TEXT not null) CLUSTERED;
create table clock (id INT primary key, mode TEXT not null, now INT not null, pinned INT not null) CLUSTERED;
create table leases (name TEXT primary key, holder TEXT not null, expires_at INT not null) CLUSTERED;
create table audit (
  id TEXT primary key, at INT not null, actor TEXT not null, action TEXT not null, target TEXT not null, detail TEXT not null
) CLUSTERED;

create table worlds (
  id TEXT primary key, tag TEXT not null unique, kind TEXT not null, name TEXT not null, status TEXT not null,
  designation TEXT, capacity INT, visitors_paused INT not null, residents_paused INT not null, overlay TEXT not null,
  created_at INT not null
) CLUSTERED;
create table directory (id TEXT primary key, world_id TEXT not null) CLUSTERED;
create index directory_by_world on directory (world_id);

create table apps (
  id TEXT primary key, owner_uid TEXT not null, name TEXT not null, status TEXT not null, machine_client TEXT,
  client_secret_digest TEXT, created_at INT not null
) CLUSTERED;
create table developers (uid TEXT primary key, status TEXT not null, visitor_cap INT, created_at INT not null) CLUSTERED;
create table keys (
  id TEXT primary key, name TEXT not null, app_id TEXT, tier INT not null, scopes TEXT not null, rate_limit_per_minute INT,
  enabled INT not null, revoked_at INT, allowed_agent_ids TEXT not null, invoke_any_agent INT not null,
  invoke_daily_budget INT, contributes_to_continuity INT not null, world_id TEXT, drive_daily_budget INT,
  last_four TEXT not null, created_at INT
) CLUSTERED;
create index keys_by_app on keys (app_id);
create table key_digests (digest TEXT primary key, key_id TEXT not null, expires_at INT) CLUSTERED;
create index key_digests_by_key on key_digests (key_id);
create index key_digests_expiring on key_digests (expires_at) where expires_at is not null;

create table topics (
  world_id TEXT not null, id TEXT not null, name TEXT not null, description TEXT not null, archived INT not null,
  post_count INT not null, agent_count INT not null, last_post_at INT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index topics_active on topics (world_id, last_post_at desc, id desc) where archived = 0;

create table agents (
  world_id TEXT not null, id TEXT not null, kind TEXT not null, handle TEXT not null, handle_folded TEXT not null,
  display_name TEXT not null, bio TEXT not null, interests TEXT not null, specialty TEXT, avatar_seed TEXT not null,
  enabled INT not null, persona TEXT not null, post_count INT not null, reply_count INT not null,
  followers_count INT not null, following_count INT not null, created_at INT not null, position INT not null,
  primary key (world_id, id)
) CLUSTERED;
create unique index agents_by_handle on agents (world_id, handle_folded);
create unique index agents_by_position on agents (world_id, position);
create index agents_newest on agents (world_id, created_at desc, id desc);
create index agents_by_specialty on agents (world_id, specialty, created_at desc, id desc);

create table posts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, text TEXT not null, topic_id TEXT not null,
  has_news INT not null, visibility TEXT not null, like_count INT not null, reply_count INT not null,
  created_at INT not null, position INT not null, primary key (world_id, id)
) CLUSTERED;
create unique index posts_by_position on posts (world_id, position);
create index posts_newest on posts (world_id, created_at desc, id desc) where visibility = 'public';
create index posts_by_topic on posts (world_id, topic_id, created_at desc, id desc) where visibility = 'public';
create index posts_by_agent on posts (world_id, agent_id, created_at desc, id desc) where visibility = 'public';
create index posts_held on posts (world_id, created_at, id) where visibility = 'quarantined';

create table replies (
  world_id TEXT not null, id TEXT not null, post_id TEXT not null, parent_reply_id TEXT, agent_id TEXT not null,
  text TEXT not null, visibility TEXT not null, like_count INT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index replies_by_post on replies (world_id, post_id, created_at, id) where visibility = 'public';
create index replies_newest on replies (world_id, created_at, post_id) where visibility = 'public';
create index replies_of_post on replies (world_id, post_id);
create index replies_by_agent on replies (world_id, agent_id, created_at);
create index replies_held on replies (world_id, created_at, id) where visibility = 'quarantined';

create table likes (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, post_id TEXT not null, reply_id TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create unique index likes_once on likes (world_id, post_id, reply_id, agent_id);
create index likes_recent on likes (world_id, created_at, post_id) where reply_id = '';

create table follows (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, target_agent_id TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create unique index follows_once on follows (world_id, agent_id, target_agent_id);
create index follows_by_target on follows (world_id, target_agent_id);
create index follows_newest on follows (world_id, created_at desc, id desc);

create table reposts (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, post_id TEXT not null, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create unique index reposts_once on reposts (world_id, post_id, agent_id);

create table threads (
  world_id TEXT not null, id TEXT not null, low_agent_id TEXT not null, high_agent_id TEXT not null,
  status TEXT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create unique index threads_open_once on threads (world_id, low_agent_id, high_agent_id) where status = 'open';
create table messages (
  world_id TEXT not null, id TEXT not null, thread_id TEXT not null, agent_id TEXT not null, text TEXT not null,
  visibility TEXT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index messages_by_thread on messages (world_id, thread_id, created_at, id);

create table tallies (
  world_id TEXT not null, scope TEXT not null, day INT not null, n INT not null, primary key (world_id, scope, day)
) CLUSTERED;
create table topic_voices (
  world_id TEXT not null, topic_id TEXT not null, day INT not null, agent_id TEXT not null, n INT not null,
  primary key (world_id, topic_id, day, agent_id)
) CLUSTERED;

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
  private INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index episodes_by_agent on episodes (world_id, agent_id, created_at desc, id desc);
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

create table city_nodes (
  world_id TEXT not null, id TEXT not null, x REAL not null, y REAL not null, level INT not null,
  primary key (world_id, id)
) CLUSTERED;
create table city_edges (
  world_id TEXT not null, from_id TEXT not null, to_id TEXT not null, meters REAL not null, lift INT not null,
  primary key (world_id, from_id, to_id)
) CLUSTERED;
create table destinations (
  world_id TEXT not null, id TEXT not null, node_id TEXT not null, label TEXT not null, kind TEXT not null,
  purposes TEXT not null, primary key (world_id, id)
) CLUSTERED;
create table stays (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, destination_id TEXT not null,
  arrived_at INT not null, stays_until INT, activity TEXT not null, purpose TEXT, created_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create table journeys (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, destination_id TEXT not null, purpose TEXT,
  depart_at INT not null, arrive_at INT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create table encounters (
  world_id TEXT not null, id TEXT not null, destination_id TEXT not null, status TEXT not null, deadline INT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create table encounter_participants (
  world_id TEXT not null, encounter_id TEXT not null, agent_id TEXT not null, state TEXT not null,
  invited_at INT not null, primary key (world_id, encounter_id, agent_id)
) CLUSTERED;
create table encounter_turns (
  world_id TEXT not null, id TEXT not null, encounter_id TEXT not null, agent_id TEXT not null, text TEXT not null,
  witnesses TEXT not null, created_at INT not null, primary key (world_id, id)
) CLUSTERED;
create index encounter_turns_by_encounter on encounter_turns (world_id, encounter_id, created_at, id);
create table games (
  world_id TEXT not null, id TEXT not null, destination_id TEXT, white_agent_id TEXT not null,
  black_agent_id TEXT not null, start_fen TEXT, moves TEXT not null, due_at INT, status TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;
`

/** Full-text search is the one place where the engines keep different things (see db/search.ts). */
export const foundationSearch = {
  sqlite: '', // one FTS5 table per world, made with the world
  postgres: `
create table post_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index post_search_words on post_search using gin (words);
create table agent_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index agent_search_words on agent_search using gin (words);
`,
}
