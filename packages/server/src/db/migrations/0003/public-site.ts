/** Lists of games that are over, for everybody and for one player, and walks by the time they began. */
export const publicSite = `
create index games_finished on games (world_id, updated_at desc, id desc) where status = 'finished';
create index games_finished_of_white on games (world_id, white_agent_id, updated_at desc) where status = 'finished';
create index games_finished_of_black on games (world_id, black_agent_id, updated_at desc) where status = 'finished';
create index journeys_by_departure on journeys (world_id, depart_at);
`
