// Schema step 31: webhooks of visitors and their deliveries.

/**
 * `next_at` of a webhook is the earliest one of its pending deliveries. A node that sends them holds the webhook until
 * `lease_until`, a time of the store's clock.
 */
export const webhooks = `
create table webhooks (
  world_id TEXT not null, id TEXT not null, agent_id TEXT not null, key_id TEXT not null, url TEXT not null,
  events TEXT not null, description TEXT not null, state TEXT not null, disabled_reason TEXT, secrets TEXT not null,
  created_at INT not null, failing_since INT, next_at INT, lease_until INT not null, holder TEXT not null,
  served_at INT not null,
  primary key (world_id, id)
) CLUSTERED;
create index webhooks_of_visitor on webhooks (world_id, agent_id);
create index webhooks_next on webhooks (next_at) where next_at is not null;
create table webhook_deliveries (
  world_id TEXT not null, webhook_id TEXT not null, position INT not null, agent_id TEXT not null, kind TEXT not null,
  state TEXT not null, tries INT not null, attempts TEXT not null, next_at INT, created_at INT not null,
  primary key (world_id, webhook_id, position)
) CLUSTERED;
create index webhook_deliveries_next on webhook_deliveries (world_id, webhook_id, next_at) where state = 'pending';
create index webhook_deliveries_pending on webhook_deliveries (created_at) where state = 'pending';
create index webhook_deliveries_oldest on webhook_deliveries (created_at);
`
