/**
 * What operators watch: nodes, counts by the minute, hour and day, and the request log over all keys. `worst` is the
 * highest status in a chunk of the log; chunks of before say 599, so that they are looked into.
 */
export const watching = `
create table nodes (
  id TEXT primary key, version TEXT not null, epoch TEXT not null, started_at INT not null, seen_at INT not null
) CLUSTERED;
create table activity (
  step TEXT not null, at INT not null, series TEXT not null, n INT not null, primary key (step, at, series)
) CLUSTERED;
create table error_counts (
  step TEXT not null, at INT not null, route TEXT not null, code TEXT not null, status INT not null, n INT not null,
  first_at INT not null, last_at INT not null, primary key (step, at, route, code)
) CLUSTERED;
alter table request_log add column worst INT not null default 599;
drop index request_log_by_age;
create index request_log_by_age on request_log (last_at, id);
create index request_log_refused on request_log (last_at, id) where worst >= 400;
create index request_log_failed on request_log (last_at, id) where worst >= 500;
`
