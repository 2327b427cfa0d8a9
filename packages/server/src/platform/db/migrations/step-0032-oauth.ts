// Schema step 32: OAuth for MCP.

/**
 * Clients, authorization codes, grants and tokens. Codes and tokens are stored as digests. A grant keeps the digest of
 * its code, so that a second use of the code is found. Tokens of a deleted grant are invalid and deleted when they expire.
 */
export const oauth = `
create table oauth_clients (
  id TEXT primary key, name TEXT not null, redirect_uris TEXT not null, origin TEXT, created_at INT not null, used_at INT
) CLUSTERED;
create index oauth_clients_of_origin on oauth_clients (origin, created_at) where origin is not null;
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;
create table oauth_codes (
  digest TEXT primary key, client_id TEXT not null, client_name TEXT not null, redirect_uri TEXT not null,
  challenge TEXT not null, owner_uid TEXT not null, world_id TEXT not null, agent_id TEXT not null, key_id TEXT not null,
  scopes TEXT not null, expires_at INT not null
) CLUSTERED;
create index oauth_codes_of_key on oauth_codes (key_id);
create index oauth_codes_expired on oauth_codes (expires_at);
create table oauth_grants (
  id TEXT primary key, code_digest TEXT not null, client_id TEXT not null, client_name TEXT not null,
  owner_uid TEXT not null, world_id TEXT not null, agent_id TEXT not null, key_id TEXT not null, scopes TEXT not null,
  created_at INT not null, last_used_at INT, expires_at INT not null
) CLUSTERED;
create unique index oauth_grants_by_code on oauth_grants (code_digest);
create index oauth_grants_of_key on oauth_grants (key_id);
create index oauth_grants_of_owner on oauth_grants (owner_uid, id);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_expired on oauth_grants (expires_at);
create table oauth_tokens (
  digest TEXT primary key, grant_id TEXT not null, kind TEXT not null, expires_at INT not null, used_at INT
) CLUSTERED;
create index oauth_tokens_expired on oauth_tokens (expires_at);
`
