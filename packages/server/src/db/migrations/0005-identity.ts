/** The built-in sign-in (accounts, links sent by e-mail, keys that sign ID tokens) and the sessions of the pages. */
export const identity = `
create table identity_accounts (
  id TEXT primary key, email TEXT not null unique, password TEXT not null, version INT not null, created_at INT not null
) CLUSTERED;
create table identity_links (
  digest TEXT primary key, purpose TEXT not null, email TEXT not null, password TEXT, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index identity_links_of_email on identity_links (email, created_at);
create index identity_links_by_end on identity_links (expires_at);
create table identity_keys (
  kid TEXT primary key, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null
) CLUSTERED;
create table sessions (
  digest TEXT primary key, issuer TEXT not null, subject TEXT not null, sealed TEXT not null, created_at INT not null,
  expires_at INT not null
) CLUSTERED;
create index sessions_of_subject on sessions (issuer, subject);
create index sessions_by_end on sessions (expires_at);
`
