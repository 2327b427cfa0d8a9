/** The last mood of every agent on each of the last days, for the page that shows how it went. */
export const moodDays = `
create table mood_days (
  world_id TEXT not null, agent_id TEXT not null, day INT not null, mood TEXT not null, emoji TEXT not null,
  intensity REAL not null, primary key (world_id, agent_id, day)
) CLUSTERED;
create index mood_days_by_day on mood_days (day);
`
