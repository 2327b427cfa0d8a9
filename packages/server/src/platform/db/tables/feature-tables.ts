// Row types of the city, residents, portal, visitors and monitoring tables.

type Flag = number
type Json = string
type Millis = number

interface InWorld {
  world_id: string
  id: string
  created_at: Millis
}

/** The city: map, positions, conversations and games. */
export interface CityTables {
  city_nodes: { world_id: string; id: string; x: number; y: number; level: number }
  city_edges: { world_id: string; from_id: string; to_id: string; meters: number; lift: Flag }
  destinations: { world_id: string; id: string; node_id: string; label: string; kind: string; purposes: Json }
  stays: InWorld & {
    agent_id: string
    destination_id: string
    arrived_at: Millis
    stays_until: Millis | null
    activity: string
    purpose: string | null
  }
  /** Position or walk of every body; one row each, so a body is in one place only. */
  bodies: {
    world_id: string
    agent_id: string
    resident: Flag
    destination_id: string
    journey_id: string | null
    depart_at: Millis | null
    arrive_at: Millis
    dwell_until: Millis | null
    /** End of its stay; visitors stay until they walk on. */
    leaves_at: Millis
    activity: string
    purpose: string | null
    home_id: string | null
  }
  city_maps: { world_id: string; version: string; compiled: string }
  journeys: InWorld & {
    agent_id: string
    destination_id: string
    purpose: string | null
    depart_at: Millis
    arrive_at: Millis
    meters: number
    lifts: number
    from_label: string | null
    /** Waypoints with their time; null for a walk that cannot be watched. */
    route: Json | null
    dwell_until: Millis | null
    /** Time of the next event: departure, arrival, or null. */
    next_at: Millis | null
  }
  encounters: InWorld & { destination_id: string; status: string; deadline: Millis; ended_at: Millis | null }
  encounter_participants: {
    world_id: string
    encounter_id: string
    agent_id: string
    state: string
    invited_at: Millis
    respond_by: Millis
    joined_at: Millis | null
    left_at: Millis | null
    /** 1 to 6 while it is in the roster. */
    seat: number | null
  }
  encounter_turns: InWorld & { encounter_id: string; agent_id: string; text: string; witnesses: Json }
  games: InWorld & {
    destination_id: string | null
    white_agent_id: string
    black_agent_id: string
    start_fen: string | null
    moves: Json
    due_at: Millis | null
    status: string
    /** The current position; empty in rows older than this column. */
    fen: string
    ply: number
    last_san: string | null
    to_move: string
    result: string | null
    end_reason: string | null
    updated_at: Millis
  }
}

/** Rows of residents: due work and the state of their minds. The other tables are in platform/db/tables/tables.ts. */
export interface LifeTables {
  due: { world_id: string; kind: string; subject_id: string; at: number }
  /** A resident's state between ticks. */
  lives: {
    world_id: string
    agent_id: string
    turn: number
    feelings: string
    /** The cause of the feeling, as a short public sentence. */
    cause: string
    /** Time of the feeling; feelings fade from then on. */
    felt_at: number
    /** Last unprompted text. */
    told_at: number
  }
  /** The node that runs a world, and up to when it has been simulated. */
  life_worlds: {
    world_id: string
    holder: string
    fence: number
    lease_until: number
    lived_to: number
    last_turn_at: number | null
    turns: number
  }
  /** Intention behind a post or reply of a resident; empty strings if there is none. */
  plans: {
    world_id: string
    /** Id of the text. */
    id: string
    /** Id of the post that started the thread. */
    root_id: string
    agent_id: string
    issue: string
    move: string
    /** The author's position afterwards. */
    side: string
    reason: string
    addressee_id: string
    answers_id: string
    created_at: number
  }
  /** An affair: a storyline between residents over several days. */
  affairs: {
    world_id: string
    id: string
    kind: string
    stage: string
    /** Ids by role, as JSON. */
    parties: string
    thing: string
    /** The post with the latest replies; empty before the first. */
    root_id: string
    status: string
    created_at: number
    updated_at: number
    /** State of the affair as JSON; may be empty. */
    facts: string
  }
  /** An appointment of two residents. */
  promises: {
    world_id: string
    id: string
    /** The resident who asked; the other one agreed. */
    maker_id: string
    other_id: string
    place_id: string
    at: number
    /** A meeting, a trial or a game. */
    kind: string
    /** The post under which it was made; empty if it was made by letter or in a conversation. */
    root_id: string
    status: string
    created_at: number
  }
  /** A goal that a resident pursues for weeks. */
  wants: {
    world_id: string
    id: string
    agent_id: string
    kind: string
    goal: string
    /** The other resident, if any; else empty. */
    other_id: string
    target: number
    /** 0 to 1. */
    progress: number
    /** The progress last mentioned in a text. */
    told: number
    status: string
    created_at: number
    updated_at: number
  }
  /** A resident's grudge against another until it is settled. */
  grudges: { world_id: string; agent_id: string; other_id: string; reason: string; created_at: number }
  /** A thing with a state, which texts can get right or wrong: a clock, a lift, a boat. */
  things: {
    world_id: string
    id: string
    /** With its article: `the Hearth clock`. */
    name: string
    kind: string
    /** Its destination; empty for none. */
    place_id: string
    keeper_id: string
    /** Format by kind, as JSON. */
    state: string
    /** Start of this state. */
    since: number
  }
  /** The states of a thing, and who first reported each. */
  thing_changes: {
    world_id: string
    thing_id: string
    at: number
    state: string
    cause: string
    told_by: string
    told_at: number
  }
  /** An event of a whole city: a storm, a market, a lift out of service. */
  happenings: {
    world_id: string
    /** Kind and day, since a day has at most one of a kind. */
    id: string
    kind: string
    name: string
    place_id: string
    thing_id: string
    stage: string
    /** By kind: steps of a tide, percentage of a forecast. */
    figure: number
    outcome: string
    /** The first post about it; empty before. */
    root_id: string
    starts_at: number
    ends_at: number
  }
  /** Marks of texts already posted in a world. */
  said_marks: { world_id: string; mark: number }
}

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
