/** When control state was last changed and when each node had applied that, by the clock of the database. */
export const applied = `
alter table epochs add column changed_at INT not null default 0;
alter table nodes add column applied_at INT not null default 0;
`
