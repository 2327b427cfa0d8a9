/**
 * What the city's own sweeps wait for has an index for each kind, and residents' turns, which are nearly all due rows, are
 * in none of them: those are looked up by world alone. Who stands at a place is told by its index, without a look at
 * each body.
 */
export const lookups = `
drop index due_at;
create index due_stays on due (at, subject_id) where kind = 'stay';
create index due_chess on due (at, subject_id) where kind = 'chess_reply';
drop index bodies_at_place;
create index bodies_at_place on bodies (world_id, destination_id, leaves_at, agent_id, arrive_at);
`
