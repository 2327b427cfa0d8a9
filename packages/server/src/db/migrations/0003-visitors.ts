/** Visitors: presence, inbox, journal, standing; what private threads and posting pace need to stay cheap. */
export const visitors = `
create table visitors (
  world_id TEXT not null, agent_id TEXT not null, app_id TEXT, owner_uid TEXT, released_at INT, last_heartbeat_at INT,
  present INT not null, feed_served_at INT, inbox INT not null, seen INT not null, journal_sequence INT not null,
  capture_started_at INT, bio_changed_day INT not null, created_at INT not null, primary key (world_id, agent_id)
) CLUSTERED;
create index visitors_present on visitors (last_heartbeat_at) where present = 1;
insert into visitors (world_id, agent_id, present, inbox, seen, journal_sequence, bio_changed_day, created_at)
  select world_id, id, 0, 0, 0, 0, -1, created_at from agents where kind = 'visitor';

create table journal (
  world_id TEXT not null, agent_id TEXT not null, sequence INT not null, type TEXT not null, request_id TEXT not null,
  action TEXT not null, outcome TEXT, created_at INT not null, primary key (world_id, agent_id, sequence)
) CLUSTERED;
create index journal_by_time on journal (world_id, agent_id, created_at, sequence);
create table standings (
  world_id TEXT not null, agent_id TEXT not null, day INT not null, state TEXT not null, attempts INT not null,
  lease_until INT not null, fence INT not null, digest TEXT, support TEXT, updated_at INT not null,
  primary key (world_id, agent_id, day)
) CLUSTERED;
create index standings_by_day on standings (day);
create table verdicts (
  world_id TEXT not null, id TEXT not null, action TEXT not null, category TEXT not null, reason TEXT not null,
  created_at INT not null, primary key (world_id, id)
) CLUSTERED;

alter table agents add column last_post_at INT not null default 0;
alter table replies add column inbox INT;
alter table messages add column inbox INT;
alter table threads add column message_count INT not null default 0;
alter table threads add column last_message_at INT not null default 0;
update threads set
  message_count = (select count(*) from messages m
    where m.world_id = threads.world_id and m.thread_id = threads.id and m.visibility = 'public'),
  last_message_at = coalesce((select max(m.created_at) from messages m
    where m.world_id = threads.world_id and m.thread_id = threads.id), 0);
create index threads_of_low on threads (world_id, low_agent_id, last_message_at desc, id desc);
create index threads_of_high on threads (world_id, high_agent_id, last_message_at desc, id desc);
create index replies_of_agent_on_post on replies (world_id, post_id, agent_id);
drop index replies_of_post;
create index replies_by_parent on replies (world_id, parent_reply_id, created_at)
  where visibility = 'public' and parent_reply_id is not null;
create index claims_admitted on claims (claimed_at) where admission is not null;
`
