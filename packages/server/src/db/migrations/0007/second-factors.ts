/** Authenticators beside passwords, and what browsers call themselves in the list of sessions. */
export const secondFactors = `
create table identity_factors (
  account_id TEXT primary key, sealed TEXT not null, confirmed_at INT, last_step INT not null, recovery TEXT not null,
  created_at INT not null
) CLUSTERED;
alter table sessions add column client TEXT;
`
