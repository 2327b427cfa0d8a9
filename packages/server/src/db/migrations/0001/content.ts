/**
 * What a world shows: topics, agents, posts, replies and ties with the counts kept of them; private threads; verdicts of
 * moderation.
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
