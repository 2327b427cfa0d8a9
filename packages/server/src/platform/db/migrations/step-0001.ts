// Schema step 1: the first schema.

/** The city: map, bodies and walks, conversations with seats, games with positions. */
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

/**
 * Content of a world: topics, agents, posts, replies and ties with their counts; private threads; moderation verdicts.
 */
export const content = `
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
  last_post_at INT not null default 0, primary key (world_id, id)
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
create index posts_withheld on posts (world_id, agent_id, created_at desc, id desc) where visibility <> 'public';
create table replies (
  world_id TEXT not null, id TEXT not null, post_id TEXT not null, parent_reply_id TEXT, agent_id TEXT not null,
  text TEXT not null, visibility TEXT not null, like_count INT not null, created_at INT not null, inbox INT,
  primary key (world_id, id)
) CLUSTERED;
create index replies_by_post on replies (world_id, post_id, created_at, id) where visibility = 'public';
create index replies_newest on replies (world_id, created_at, post_id) where visibility = 'public';
create index replies_by_agent on replies (world_id, agent_id, created_at);
create index replies_held on replies (world_id, created_at, id) where visibility = 'quarantined';
create index replies_by_parent
  on replies (world_id, parent_reply_id, created_at) where visibility = 'public' and parent_reply_id is not null;
create index replies_withheld on replies (world_id, post_id, created_at, id) where visibility <> 'public';
create index replies_of_agent_on_post on replies (world_id, post_id, agent_id, created_at, id);
create table erased_replies (
  world_id TEXT not null, post_id TEXT not null, created_at INT not null, id TEXT not null, agent_id TEXT not null,
  primary key (world_id, post_id, created_at, id)
) CLUSTERED;
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
  status TEXT not null, created_at INT not null, message_count INT not null default 0,
  last_message_at INT not null default 0, primary key (world_id, id)
) CLUSTERED;
create unique index threads_open_once on threads (world_id, low_agent_id, high_agent_id) where status = 'open';
create index threads_of_low on threads (world_id, low_agent_id, last_message_at desc, id desc);
create index threads_of_high on threads (world_id, high_agent_id, last_message_at desc, id desc);
create table messages (
  world_id TEXT not null, id TEXT not null, thread_id TEXT not null, agent_id TEXT not null, text TEXT not null,
  visibility TEXT not null, created_at INT not null, inbox INT, primary key (world_id, id)
) CLUSTERED;
create index messages_by_thread on messages (world_id, thread_id, created_at, id);
create index messages_held on messages (world_id, created_at, id) where visibility = 'quarantined';
create table verdicts (
  world_id TEXT not null, id TEXT not null, action TEXT not null, category TEXT not null, reason TEXT not null,
  created_at INT not null, released_at INT, primary key (world_id, id)
) CLUSTERED;
create table tallies (
  world_id TEXT not null, scope TEXT not null, day INT not null, n INT not null, primary key (world_id, scope, day)
) CLUSTERED;
create table topic_voices (
  world_id TEXT not null, topic_id TEXT not null, day INT not null, agent_id TEXT not null, n INT not null,
  primary key (world_id, topic_id, day, agent_id)
) CLUSTERED;
`

/** Data outside of worlds: settings, worlds, keys and their limits, developers, sign-in. */
export const control = `
create table meta (name TEXT primary key, value TEXT not null) CLUSTERED;
create table epochs (name TEXT primary key, value TEXT not null) CLUSTERED;
create table settings (name TEXT primary key, value TEXT not null) CLUSTERED;
create table clock (id INT primary key, mode TEXT not null, now INT not null, pinned INT not null) CLUSTERED;
create table leases (name TEXT primary key, holder TEXT not null, expires_at INT not null) CLUSTERED;
create table audit (
  id TEXT primary key, at INT not null, actor TEXT not null, action TEXT not null, target TEXT not null,
  detail TEXT not null
) CLUSTERED;
create index audit_by_target on audit (target, id);
create table worlds (
  id TEXT primary key, tag TEXT not null unique, kind TEXT not null, name TEXT not null, status TEXT not null,
  designation TEXT, capacity INT, visitors_paused INT not null, residents_paused INT not null, overlay TEXT not null,
  created_at INT not null, map_version TEXT
) CLUSTERED;
create table directory (id TEXT primary key, world_id TEXT not null) CLUSTERED;
create index directory_by_world on directory (world_id);
create table apps (
  id TEXT primary key, owner_uid TEXT not null, name TEXT not null, status TEXT not null, machine_client TEXT,
  client_secret_digest TEXT, created_at INT not null
) CLUSTERED;
create index apps_by_owner on apps (owner_uid, id);
create table developers (
  uid TEXT primary key, status TEXT not null, visitor_cap INT, created_at INT not null, issuer TEXT, subject TEXT,
  visitor_terms_version TEXT
) CLUSTERED;
create unique index developers_by_identity on developers (issuer, subject) where issuer is not null;
create table acceptances (
  id TEXT primary key, uid TEXT not null, kind TEXT not null, version TEXT not null, text_digest TEXT not null,
  purpose TEXT not null, key_id TEXT, world_id TEXT, agent_id TEXT, at INT not null
) CLUSTERED;
create index acceptances_of_key on acceptances (key_id) where key_id is not null;
create index acceptances_of_agent on acceptances (agent_id) where agent_id is not null;
create table keys (
  id TEXT primary key, name TEXT not null, app_id TEXT, tier INT not null, scopes TEXT not null,
  rate_limit_per_minute INT, enabled INT not null, revoked_at INT, allowed_agent_ids TEXT not null,
  invoke_any_agent INT not null, invoke_daily_budget INT, contributes_to_continuity INT not null, world_id TEXT,
  drive_daily_budget INT, last_four TEXT not null, created_at INT
) CLUSTERED;
create index keys_by_app on keys (app_id);
create table key_digests (digest TEXT primary key, key_id TEXT not null, expires_at INT) CLUSTERED;
create index key_digests_by_key on key_digests (key_id);
create index key_digests_expiring on key_digests (expires_at) where expires_at is not null;
create table request_log (
  key_id TEXT not null, id TEXT not null, last_at INT not null, n INT not null, entries TEXT not null,
  primary key (key_id, id)
) CLUSTERED;
create index request_log_by_age on request_log (last_at);
create table signing_keys (
  kid TEXT primary key, state TEXT not null, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null,
  active_at INT, retired_at INT
) CLUSTERED;
create table identity_accounts (
  id TEXT primary key, email TEXT not null unique, password TEXT not null, version INT not null,
  created_at INT not null
) CLUSTERED;
create table identity_links (
  digest TEXT primary key, purpose TEXT not null, email TEXT not null, password TEXT, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index identity_links_of_email on identity_links (email, created_at);
create index identity_links_by_end on identity_links (expires_at);
create table identity_keys (
  kid TEXT primary key, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null
) CLUSTERED;
create table sessions (
  digest TEXT primary key, issuer TEXT not null, subject TEXT not null, sealed TEXT not null, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index sessions_of_subject on sessions (issuer, subject);
create index sessions_by_end on sessions (expires_at);
`

/**
 * Scheduled and driven work: due rows, residents' state and leases, visitors with journal and events, claims and daily
 * counters.
 */
export const scheduling = `
create table due (
  world_id TEXT not null, kind TEXT not null, subject_id TEXT not null, at INT not null,
  primary key (world_id, kind, subject_id)
) CLUSTERED;
create index due_in_world on due (world_id, at, kind, subject_id);
create index due_stays on due (at, subject_id) where kind = 'stay';
create index due_chess on due (at, subject_id) where kind = 'chess_reply';
create table lives (
  world_id TEXT not null, agent_id TEXT not null, turn INT not null, feelings TEXT not null, cause TEXT not null,
  felt_at INT not null, told_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create table life_worlds (
  world_id TEXT not null, holder TEXT not null, fence INT not null, lease_until INT not null, lived_to INT not null,
  last_turn_at INT, turns INT not null, primary key (world_id)
) CLUSTERED;
create table said_marks (world_id TEXT not null, mark INT not null, primary key (world_id, mark)) CLUSTERED;
create table visitors (
  world_id TEXT not null, agent_id TEXT not null, app_id TEXT, owner_uid TEXT, released_at INT, last_heartbeat_at INT,
  present INT not null, feed_served_at INT, inbox INT not null, seen INT not null, journal_sequence INT not null,
  capture_started_at INT, bio_changed_day INT not null, created_at INT not null, event_sequence INT not null default 0,
  event_day INT not null default -1, event_day_count INT not null default 0, event_coverage TEXT not null default '{}',
  primary key (world_id, agent_id)
) CLUSTERED;
create index visitors_present on visitors (last_heartbeat_at) where present = 1;
create index visitors_owned on visitors (owner_uid) where owner_uid is not null and released_at is null;
create index visitors_living on visitors (world_id) where released_at is null;
create table journal (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, type TEXT not null, request_id TEXT not null,
  action TEXT not null, outcome TEXT, created_at INT not null, primary key (world_id, agent_id, sequence)
) CLUSTERED;
create index journal_by_time on journal (world_id, agent_id, created_at, sequence);
create table events (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, ingested_at INT not null, facts TEXT not null,
  primary key (world_id, agent_id, sequence)
) CLUSTERED;
create table standings (
  world_id TEXT not null, agent_id TEXT not null, day INT not null, state TEXT not null, attempts INT not null,
  lease_until INT not null, fence INT not null, digest TEXT, support TEXT, updated_at INT not null,
  primary key (world_id, agent_id, day)
) CLUSTERED;
create index standings_by_day on standings (day);
create table claims (
  world_id TEXT not null, id TEXT not null, fence INT not null, state TEXT not null, claimed_at INT not null,
  admission TEXT, answer TEXT, settled_at INT, primary key (world_id, id)
) CLUSTERED;
create index claims_by_age on claims (claimed_at);
create index claims_admitted on claims (claimed_at) where admission is not null;
create table budgets (
  world_id TEXT not null, subject TEXT not null, counter TEXT not null, day INT not null, used INT not null,
  primary key (world_id, subject, counter, day)
) CLUSTERED;
create index budgets_by_day on budgets (day);
`

/** Residents' minds, and the network of ideas and challenges. */
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

/** Full-text search, the only data that the engines store differently (see platform/db/search.ts). */
export const search = {
  sqlite: '', // one FTS5 table per world, created with the world
  postgres: `
create table post_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index post_search_words on post_search using gin (words);
create table agent_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index agent_search_words on agent_search using gin (words);
`,
}
