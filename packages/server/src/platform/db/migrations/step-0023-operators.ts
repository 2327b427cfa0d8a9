// Schema step 23: named operators, invite codes and sign-ups that wait for approval.

export const operators = `
create table operators (
  name TEXT primary key, role TEXT not null, digest TEXT not null, created_at INT not null, rotated_at INT
) CLUSTERED;
create unique index operators_by_digest on operators (digest);
create table invites (
  id TEXT primary key, digest TEXT not null, uses INT not null, used INT not null, expires_at INT,
  created_at INT not null, created_by TEXT not null
) CLUSTERED;
create unique index invites_by_digest on invites (digest);
create table sign_ups (uid TEXT primary key, email TEXT, name TEXT, created_at INT not null) CLUSTERED;
create index sign_ups_oldest on sign_ups (created_at, uid);
`
