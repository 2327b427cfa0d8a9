// Migration 0021: host, address and supported formats of nodes.

/** Null for nodes of earlier versions, which do not write them. */
export const nodeDetails = `
alter table nodes add column host TEXT;
alter table nodes add column address TEXT;
alter table nodes add column schema_min INT;
alter table nodes add column schema_max INT;
alter table nodes add column log_min INT;
alter table nodes add column log_max INT;
`
