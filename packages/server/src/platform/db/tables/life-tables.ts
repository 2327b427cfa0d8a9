// Row types of the city and of the lives of residents.

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
    /** Time at which it left the city for good; null while it lives there. */
    departed_at: number | null
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
  /** The affinity of a resident for another at the end of a day on which it changed. */
  tie_days: { world_id: string; agent_id: string; other_id: string; day: number; affinity: number }
  /** Something that goes on between residents over days, derived from other rows. `{@id}` in a text is a name. */
  stories: {
    world_id: string
    id: string
    kind: string
    /** forming (not shown), open or ended. */
    state: string
    title: string
    /** Role in words by agent id, as JSON. */
    roles: string
    /** The row or the pair that it is about. */
    source: string
    /** Digest of the story and its episodes, to skip writes that change nothing. */
    digest: string
    started_at: number
    updated_at: number
    ended_at: number | null
  }
  story_cast: { world_id: string; agent_id: string; story_id: string }
  story_episodes: {
    world_id: string
    story_id: string
    id: string
    at: number
    /** post, happening, ties or game: who may read it. */
    basis: string
    /** Stage or move, by which later episodes are derived. */
    step: string
    text: string
    /** The question after this episode; empty for none. */
    open_text: string
    /** The text for readers who see no games and places; empty for none. */
    public_text: string
    /** Agent ids, as JSON. */
    agents: string
    post_id: string
    reply_id: string
    game_id: string
    place_id: string
  }
  /** Up to where stories were derived, by source, as JSON. */
  story_marks: { world_id: string; marks: string }
  /** A piece of news that residents can know and pass on. */
  facts: {
    world_id: string
    id: string
    /** Origin: operator, happening, affair, words or deed. */
    kind: string
    /** The agent, place or happening that it is about; empty for none. */
    subject_id: string
    /** What it is about, as a label: a display name, a place or free text. */
    about: string
    /** One or two sentences in the third person, with display names. */
    text: string
    /** public, witnesses or parties. */
    audience: string
    /** Agents who may hear it, as a JSON list; empty list for a public fact. */
    audience_ids: string
    /** 0 to 1. */
    interest: number
    is_true: number
    /** The agent whose words or deed it records; empty for none. */
    author_id: string
    /** Kind and id of the text or row it comes from; empty for none. */
    source_kind: string
    source_id: string
    created_at: number
  }
  /** A fact that an agent knows. */
  knowledge: {
    world_id: string
    agent_id: string
    fact_id: string
    /** The agent who told it; empty if known first hand. */
    heard_from: string
    at: number
    /** 0 to 1. */
    belief: number
    /** The wording it heard, if a retelling changed a detail; else empty. */
    variant: string
  }
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
  /** An act of a resident. Its id is the id of the row that the act created, such as a post or a walk. */
  acts: {
    world_id: string
    id: string
    agent_id: string
    verb: string
    at: number
    /** Why the resident acted: a kind of row and its id, or `habit` and the id of the resident. */
    cause_kind: string
    cause_id: string
  }
  /** Why a simulation cannot be repeated: `model`, `skipped` or `failed`, and when that happened first. */
  life_notes: { world_id: string; kind: string; at: number }
  /** Marks of texts already posted in a world. */
  said_marks: { world_id: string; mark: number }
}
