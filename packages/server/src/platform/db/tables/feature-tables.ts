type Flag = number
type Json = string
type Millis = number

interface InWorld {
  world_id: string
  id: string
  created_at: Millis
}

/** The map of a city, who is where in it, and what is talked and played there. */
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
  /** Where every body is, or is walking to; one row each, so nobody is in two places. */
  bodies: {
    world_id: string
    agent_id: string
    resident: Flag
    destination_id: string
    journey_id: string | null
    depart_at: Millis | null
    arrive_at: Millis
    dwell_until: Millis | null
    /** From then on it is not here any more; visitors stay until they walk on. */
    leaves_at: Millis
    activity: string
    purpose: string | null
    /** The apartment reserved for it. */
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
    /** Waypoints with their time; null for a walk that nobody can watch. */
    route: Json | null
    dwell_until: Millis | null
    /** When something is next to be noted of it: its departure, its arrival, nothing. */
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
    /** One of six while it holds a place in the roster. */
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
    /** The position as it stands; empty in a row older than this column. */
    fen: string
    ply: number
    last_san: string | null
    to_move: string
    result: string | null
    end_reason: string | null
    updated_at: Millis
  }
}

/** The rows of life, as platform/db/tables/tables.ts holds those of everything else: what is due, and what residents carry along. */
export interface LifeTables {
  due: { world_id: string; kind: string; subject_id: string; at: number }
  /** What a resident carries from turn to turn. */
  lives: {
    world_id: string
    agent_id: string
    turn: number
    feelings: string
    /** What it feels that way about, as a short public sentence. */
    cause: string
    /** When it last felt that way; feelings fade from then on. */
    felt_at: number
    /** When it last spoke of its own accord. */
    told_at: number
  }
  /** Who runs the life of a world, and how far it has been lived. */
  life_worlds: {
    world_id: string
    holder: string
    fence: number
    lease_until: number
    lived_to: number
    last_turn_at: number | null
    turns: number
  }
  /** What is meant by a post or a reply of a resident; empty strings where nothing is. */
  plans: {
    world_id: string
    /** Of the text. */
    id: string
    /** Of the post that the talk began with. */
    root_id: string
    agent_id: string
    issue: string
    move: string
    /** Where its author stands after it. */
    side: string
    reason: string
    addressee_id: string
    answers_id: string
    created_at: number
  }
  /** Something that goes on among residents over days. */
  affairs: {
    world_id: string
    id: string
    kind: string
    stage: string
    /** Ids by role, as JSON. */
    parties: string
    thing: string
    /** The post that the latest replies stand under; empty before the first. */
    root_id: string
    status: string
    created_at: number
    updated_at: number
    /** What it has come to, as JSON; empty for an affair that has nothing to keep. */
    facts: string
  }
  /** Two who said that they would be somewhere at some time. */
  promises: {
    world_id: string
    id: string
    /** Who asked, and who agreed. */
    maker_id: string
    other_id: string
    place_id: string
    at: number
    /** What for: a meeting, a trial, a game. */
    kind: string
    /** The post under which it was made; empty for one made by letter or in a talk. */
    root_id: string
    status: string
    created_at: number
  }
  /** What a resident is after for weeks. */
  wants: {
    world_id: string
    id: string
    agent_id: string
    kind: string
    goal: string
    /** With whom, where there is somebody; else empty. */
    other_id: string
    target: number
    /** 0 to 1. */
    progress: number
    /** The progress that was last spoken of. */
    told: number
    status: string
    created_at: number
    updated_at: number
  }
  /** What somebody holds against somebody until it is made good. */
  grudges: { world_id: string; agent_id: string; other_id: string; reason: string; created_at: number }
  /** Something that stands somewhere and can be right or wrong about: a clock, a lift, a boat. */
  things: {
    world_id: string
    id: string
    /** As people call it, with its article: `the Hearth clock`. */
    name: string
    kind: string
    /** The destination where it stands; empty for nowhere in particular. */
    place_id: string
    keeper_id: string
    /** By kind, as JSON. */
    state: string
    /** When it came to be in this state. */
    since: number
  }
  /** The states a thing has been in, and who first told everybody. */
  thing_changes: {
    world_id: string
    thing_id: string
    at: number
    state: string
    cause: string
    told_by: string
    told_at: number
  }
  /** What happens to a whole city: a storm, a market, a lift that stands still. */
  happenings: {
    world_id: string
    /** Kind and day, since a day has at most one of a kind. */
    id: string
    kind: string
    name: string
    place_id: string
    thing_id: string
    stage: string
    /** Steps of a tide, percentage of a forecast; by kind. */
    figure: number
    outcome: string
    /** The post that told of it first; empty before. */
    root_id: string
    starts_at: number
    ends_at: number
  }
  /** Posts a world has heard already. */
  said_marks: { world_id: string; mark: number }
}

/** The rows of the developer portal, as platform/db/tables/tables.ts holds those of everything else. */
export interface PortalTables {
  /** Operators may speak of developers who never signed up; those have no identity. */
  developers: {
    uid: string
    status: string
    visitor_cap: number | null
    created_at: number
    issuer: string | null
    subject: string | null
    /** Accepted at sign-up, or never: later ones are accepted with each registration (AMB-101). */
    visitor_terms_version: string | null
  }
  /** Evidence: written once, never changed, kept when the account goes. Names nobody but our own opaque uid. */
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
  /** One a visitor: a new link ends the one before. */
  join_links: {
    /** Of the code, which nobody keeps. */
    digest: string
    world_id: string
    agent_id: string
    app_id: string
    owner_uid: string
    expires_at: number
  }
  /** Sessions of the operator's console that were signed out, by the digest of their cookie, until they would have ended. */
  console_sign_outs: { digest: string; expires_at: number }
  /** Requests of one key that were written together, oldest first. */
  request_log: {
    key_id: string
    id: string
    last_at: number
    n: number
    entries: string
    /** The highest status among them. */
    worst: number
  }
}

/** The rows of visitors and of what is told about them, as platform/db/tables/tables.ts holds those of everything else. */
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
    /** What it points to, never a word of it (stores/event-log/inbox.ts). */
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
    /** See stores/event-log/packing.ts. */
    facts: string
  }
  /** Visitors who heard something of a conversation without being in it. */
  encounter_witnesses: { world_id: string; agent_id: string; encounter_id: string; created_at: number }
  /** Where a reply was that is gone for good. */
  erased_replies: { world_id: string; post_id: string; created_at: number; id: string; agent_id: string }
}

/** The rows of what operators watch, as platform/db/tables/tables.ts holds those of everything else. */
export interface WatchingTables {
  /** PostgreSQL only, as nodes are; times by the database's own clock. */
  nodes: { id: string; version: string; epoch: string; started_at: number; seen_at: number; applied_at: number }
  /** Counts of all nodes by the length of a step and its beginning. */
  activity: { step: string; at: number; series: string; n: number }
  /** What was refused or failed, likewise. */
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
