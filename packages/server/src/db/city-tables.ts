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
