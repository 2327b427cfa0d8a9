/**
 * What commits told beside their rows, for the other nodes of a cluster; null where it was too much. SQLite has one process,
 * which is told without a table.
 */
export const told = {
  sqlite: '',
  postgres: `
create table told (
  world_id TEXT not null, xid xid8 not null default pg_current_xact_id(),
  told_at INT not null default (extract(epoch from clock_timestamp()) * 1000)::bigint, facts TEXT
);
create index told_by_world on told (world_id, xid);
create index told_by_age on told (told_at);
`,
} as const
