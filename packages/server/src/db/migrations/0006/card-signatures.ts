/** Keys that sign agent cards and nothing else, and what they have signed, by the digest of what it was. */
export const cardSignatures = `
create table card_keys (
  kid TEXT primary key, public_jwk TEXT not null, sealed TEXT not null, created_at INT not null
) CLUSTERED;
create table card_signatures (digest TEXT primary key, signatures TEXT not null, signed_at INT not null) CLUSTERED;
`
