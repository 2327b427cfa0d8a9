/** Full-text search is the one place where the engines store different things (see db/search.ts). */
export const search = {
  sqlite: '', // one FTS5 table per world, made with the world
  postgres: `
create table post_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index post_search_words on post_search using gin (words);
create table agent_search (world_id TEXT not null, position INT not null, words tsvector not null, primary key (world_id, position));
create index agent_search_words on agent_search using gin (words);
`,
}
