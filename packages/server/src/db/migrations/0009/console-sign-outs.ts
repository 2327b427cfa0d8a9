/** Sessions of the operator's console that were signed out before their end. */
export const consoleSignOuts = `
create table console_sign_outs (digest TEXT primary key, expires_at INT not null) CLUSTERED;
create index console_sign_outs_by_end on console_sign_outs (expires_at);
`
