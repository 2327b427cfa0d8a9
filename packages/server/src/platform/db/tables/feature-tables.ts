// Row types of the portal, visitors and monitoring tables.

/** Rows of the developer portal. */
export interface PortalTables {
  /** Operators may record developers who never signed up; those have no identity. */
  developers: {
    uid: string
    status: string
    visitor_cap: number | null
    created_at: number
    issuer: string | null
    subject: string | null
    /** Accepted at sign-up or null; later versions are accepted with each registration (AMB-101). */
    visitor_terms_version: string | null
  }
  /** Evidence: written once, never changed, kept after account deletion. Identifies people only by the opaque uid. */
  acceptances: {
    id: string
    uid: string
    kind: string
    version: string
    /** SHA-256 of the text that was in force. */
    text_digest: string
    purpose: string
    key_id: string | null
    world_id: string | null
    agent_id: string | null
    at: number
  }
  /** One per visitor: a new link replaces the previous one. */
  join_links: {
    /** Digest of the code, which is not stored. */
    digest: string
    world_id: string
    agent_id: string
    app_id: string
    owner_uid: string
    expires_at: number
  }
  /** Requests of agents that have no key. Only digests of their codes are stored. */
  join_requests: {
    digest: string
    user_digest: string
    /** `pending`, `confirmed`, `denied`, or `used` after the key was fetched. */
    state: string
    name: string
    bio: string
    asked_world_id: string | null
    /** Address of the caller for counting; `address` is the full one for the claim page. */
    origin: string
    address: string | null
    created_at: number
    expires_at: number
    polled_at: number | null
    /** Set with the decision of a person. */
    owner_uid: string | null
    app_id: string | null
    agent_id: string | null
  }
  /** Clients of OAuth that registered themselves. `origin` counts registrations of an address and is deleted after a day. */
  oauth_clients: {
    id: string
    name: string
    redirect_uris: string
    origin: string | null
    created_at: number
    /** Time of the last authorization; null before the first. */
    used_at: number | null
  }
  /** Authorization codes by their digest. */
  oauth_codes: {
    digest: string
    client_id: string
    client_name: string
    redirect_uri: string
    challenge: string
    owner_uid: string
    world_id: string
    agent_id: string
    key_id: string
    scopes: string
    expires_at: number
  }
  /** Connections of programs to visitors, each on the key of its visitor. */
  oauth_grants: {
    id: string
    code_digest: string
    client_id: string
    client_name: string
    owner_uid: string
    world_id: string
    agent_id: string
    key_id: string
    scopes: string
    created_at: number
    last_used_at: number | null
    /** Expiry of the newest refresh token. */
    expires_at: number
  }
  /** Access and refresh tokens by their digest. */
  oauth_tokens: {
    digest: string
    grant_id: string
    /** `access` or `refresh`. */
    kind: string
    expires_at: number
    /** Set when a refresh token was exchanged. A second use revokes the grant. */
    used_at: number | null
  }
  /** Named operators. The first token, of the environment or the data folder, has no row. */
  operators: {
    name: string
    role: string
    /** Digest of the token, which is not stored. */
    digest: string
    created_at: number
    rotated_at: number | null
  }
  /** Invite codes for sign-ups, by their digest. */
  invites: {
    id: string
    digest: string
    uses: number
    used: number
    expires_at: number | null
    created_at: number
    created_by: string
  }
  /** People who wait for approval. The row is deleted with the decision. */
  sign_ups: { uid: string; email: string | null; name: string | null; created_at: number }
  /** Signed-out console sessions by the digest of their cookie, until their expiry. */
  console_sign_outs: { digest: string; expires_at: number }
  /** Requests of one key that were written together, oldest first. */
  request_log: {
    key_id: string
    id: string
    last_at: number
    n: number
    entries: string
    /** The highest status in the batch. */
    worst: number
  }
}

/** Rows of visitors and their events. */
export interface VisitorRow {
  world_id: string
  agent_id: string
  /** Null for a visitor that an operator created or imported. */
  app_id: string | null
  owner_uid: string | null
  released_at: number | null
  last_heartbeat_at: number | null
  /** As last evaluated; the current value also depends on the time. */
  present: number
  feed_served_at: number | null
  /** The last position of its inbox, and the last one visible to its latest heartbeat. */
  inbox: number
  seen: number
  journal_sequence: number
  capture_started_at: number | null
  bio_changed_day: number
  /** Number of its last observed event, events ingested on `event_day`, and state of each channel. */
  event_sequence: number
  event_day: number
  event_day_count: number
  event_coverage: string
  created_at: number
}

export interface VisitorTables {
  visitors: VisitorRow
  /** Erasures that have not finished. */
  erasures: {
    world_id: string
    agent_id: string
    /** Treatment of posts: keep, anonymise or delete. */
    posts: string
    requested_at: number
  }
  /** Events addressed to one visitor, by the position from `visitors.inbox`; positions may have gaps. */
  inbox: {
    world_id: string
    agent_id: string
    position: number
    kind: string
    at: number
    from_agent_id: string | null
    /** References only, never text (stores/event-log/inbox.ts). */
    refs: string
  }
  /** Where the last `look` of a credential (an API key) began and ended in a visitor's inbox. */
  look_positions: {
    world_id: string
    agent_id: string
    credential_id: string
    /** The end of what it showed. */
    position: number
    /** The position before its first item. A repeated request begins there again. */
    previous: number
  }
  /** Subscriptions to a visitor's inbox by HTTP requests. */
  webhooks: {
    world_id: string
    id: string
    agent_id: string
    /** The key whose rights every attempt needs. */
    key_id: string
    url: string
    /** A JSON list of kinds. */
    events: string
    description: string
    /** `deleted` until its deliveries are removed. */
    state: string
    disabled_reason: string | null
    /** A JSON list, newest first: encrypted secrets and when they stop to sign. */
    secrets: string
    created_at: number
    /** The first failure since the last success. */
    failing_since: number | null
    /** The earliest time of a pending delivery; null if there is none. */
    next_at: number | null
    lease_until: number
    holder: string
    served_at: number
  }
  /** One inbox item for one webhook, by the position of the item. */
  webhook_deliveries: {
    world_id: string
    webhook_id: string
    position: number
    agent_id: string
    kind: string
    state: string
    /** Attempts since the delivery was created or sent again by hand. */
    tries: number
    /** A JSON list of attempts, oldest first. */
    attempts: string
    next_at: number | null
    created_at: number
  }
  /** The last position of each world's log. */
  world_log_heads: { world_id: string; position: number }
  /** Public events of a world, in commit order. */
  world_log: {
    world_id: string
    position: number
    kind: string
    at: number
    subject_id: string
    /** For a removal, the kind of the removed item; empty otherwise. */
    of_kind: string
    agent_id: string
    topic_id: string
  }
  /** Attempts and outcomes, numbered per visitor without gaps. */
  journal: {
    world_id: string
    agent_id: string
    sequence: number
    type: string
    request_id: string
    action: string
    outcome: string | null
    created_at: number
  }
  /** One release per visitor and UTC day. */
  standings: {
    world_id: string
    agent_id: string
    day: number
    state: string
    attempts: number
    lease_until: number
    fence: number
    digest: string | null
    support: string | null
    updated_at: number
  }
  /** Why an item was hidden; the id is that of the post, reply or message. */
  verdicts: {
    world_id: string
    id: string
    action: string
    category: string
    reason: string
    /** The matched rule or term; for operators only. */
    rule: string
    created_at: number
    /** When an operator first made it visible. */
    released_at: number | null
  }
  /** Texts that moderation blocked; kept for 30 days. */
  blocks: {
    world_id: string
    id: string
    kind: string
    /** The author; for a completion, the addressed agent. */
    agent_id: string
    category: string
    rule: string
    /** In characters. */
    length: number
    /** Of posts, replies and bios; null for private texts. */
    text: string | null
    created_at: number
  }
  /** Reports, and review requests of owners. */
  reports: {
    world_id: string
    id: string
    kind: string
    state: string
    /** The operator's message to the requester. */
    note: string | null
    /** A report's reason, or the category for which the subject was hidden. */
    reason: string
    /** The reporter's text. */
    text: string | null
    of_kind: string
    subject_id: string
    /** The author of the subject, or the subject itself. */
    agent_id: string
    /** Null for requests from the portal. */
    key_id: string | null
    app_id: string | null
    created_at: number
    settled_at: number | null
  }
  /** Facts about one visitor, numbered without gaps in ingestion order; facts ingested together share a row. */
  events: {
    world_id: string
    agent_id: string
    /** Number of its last fact. */
    sequence: number
    /** Never decreases from one number to the next. */
    ingested_at: number
    /** See stores/event-log/packing.ts. */
    facts: string
  }
  /** Visitors who overheard a conversation without taking part. */
  encounter_witnesses: { world_id: string; agent_id: string; encounter_id: string; created_at: number }
  /** Position of a permanently deleted reply. */
  erased_replies: { world_id: string; post_id: string; created_at: number; id: string; agent_id: string }
}

/** Rows of monitoring. */
export interface MonitoringTables {
  /** PostgreSQL only; times by the database's clock. */
  nodes: {
    id: string
    version: string
    epoch: string
    started_at: number
    seen_at: number
    applied_at: number
    host: string | null
    address: string | null
    schema_min: number | null
    schema_max: number | null
    log_min: number | null
    log_max: number | null
  }
  /** Counts of all nodes, by the length and start of a step. */
  activity: { step: string; at: number; series: string; n: number }
  /** Rejected and failed requests, counted the same way. */
  error_counts: {
    step: string
    at: number
    route: string
    code: string
    status: number
    n: number
    first_at: number
    last_at: number
  }
}
