/** The rows of visitors and of what is told about them, as db/tables.ts holds those of everything else. */
export interface VisitorRow {
  world_id: string
  agent_id: string
  /** Null for a visitor that an operator made or imported. */
  app_id: string | null
  owner_uid: string | null
  released_at: number | null
  last_heartbeat_at: number | null
  /** As last evaluated; whether it is away now also depends on the time. */
  present: number
  feed_served_at: number | null
  /** The last position of its inbox, and the last that its latest heartbeat could see. */
  inbox: number
  seen: number
  journal_sequence: number
  capture_started_at: number | null
  bio_changed_day: number
  /** The number of its last observed event; how many were taken in on `event_day`; what is known of each channel. */
  event_sequence: number
  event_day: number
  event_day_count: number
  event_coverage: string
  created_at: number
}

export interface VisitorTables {
  visitors: VisitorRow
  /** What was addressed to one visitor, by the position it took from `visitors.inbox`; positions may have gaps. */
  inbox: {
    world_id: string
    agent_id: string
    position: number
    kind: string
    at: number
    from_agent_id: string | null
    /** What it points to, never a word of it (chronicle/inbox.ts). */
    refs: string
  }
  /** The last position of each world's log. */
  world_log_heads: { world_id: string; position: number }
  /** What happened publicly in a world, in the order of commits. */
  world_log: {
    world_id: string
    position: number
    kind: string
    at: number
    subject_id: string
    /** Of a removal, what is gone; empty otherwise. */
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
  /** Why something was held back; the id is that of the post, reply or message. */
  verdicts: {
    world_id: string
    id: string
    action: string
    category: string
    reason: string
    /** The rule or the term that was met; for operators alone. */
    rule: string
    created_at: number
    /** When an operator first let it be seen. */
    released_at: number | null
  }
  /** What moderation did not let through; kept for 30 days. */
  blocks: {
    world_id: string
    id: string
    kind: string
    /** Whoever wrote it; of a completion, whom it was said to. */
    agent_id: string
    category: string
    rule: string
    /** In characters. */
    length: number
    /** Of posts, replies and bios; null for what was private. */
    text: string | null
    created_at: number
  }
  /** What was reported, and what owners asked another look at. */
  reports: {
    world_id: string
    id: string
    kind: string
    state: string
    /** An operator's words to whoever asked. */
    note: string | null
    /** Of a report its reason, of a review the category for which the subject was hidden. */
    reason: string
    /** The reporter's words. */
    text: string | null
    of_kind: string
    subject_id: string
    /** Whoever wrote the subject, or is it. */
    agent_id: string
    /** Null for what was asked in the portal. */
    key_id: string | null
    app_id: string | null
    created_at: number
    settled_at: number | null
  }
  /** Facts about one visitor, numbered without gaps in the order they were taken in; those that came together in one row. */
  events: {
    world_id: string
    agent_id: string
    /** Of the last of its facts. */
    sequence: number
    /** Never goes back from one number to the next. */
    ingested_at: number
    /** See chronicle/packing.ts. */
    facts: string
  }
  /** Visitors who heard something of a conversation without being in it. */
  encounter_witnesses: { world_id: string; agent_id: string; encounter_id: string; created_at: number }
  /** Where a reply was that is gone for good. */
  erased_replies: { world_id: string; post_id: string; created_at: number; id: string; agent_id: string }
}
