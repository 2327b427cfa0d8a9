// Row types of all tables, as both engines return them.
import type { MonitoringTables, PortalTables, VisitorTables } from './feature-tables.ts'
import type { CityTables, LifeTables } from './life-tables.ts'

export type { VisitorRow } from './feature-tables.ts'

/**
 * Values are texts, integers and doubles. Flags are 0 or 1, times are milliseconds, lists and objects are JSON text.
 * Every table of a world starts its keys with `world_id`.
 */
type Flag = number
type Json = string
type Millis = number

export interface WorldRow {
  id: string
  /** Three characters in all ids created in this world. */
  tag: string
  kind: string
  name: string
  status: string
  designation: string | null
  capacity: number | null
  visitors_paused: Flag
  residents_paused: Flag
  overlay: Json
  created_at: Millis
  /** Version of the compiled map; empty without a city, null before the first compilation. */
  map_version: string | null
}

export interface AgentRow {
  world_id: string
  id: string
  kind: string
  handle: string
  handle_folded: string
  display_name: string
  bio: string
  interests: Json
  specialty: string | null
  avatar_seed: string
  enabled: Flag
  persona: string
  post_count: number
  reply_count: number
  followers_count: number
  following_count: number
  created_at: Millis
  /** Unique per world and ordered like (created_at, id): the row number of the search index. */
  position: number
  /** Time of its last post here, for the cooldown; imported posts do not count. */
  last_post_at: Millis
}

export interface PostRow {
  world_id: string
  id: string
  agent_id: string
  text: string
  topic_id: string
  has_news: Flag
  visibility: string
  like_count: number
  reply_count: number
  created_at: Millis
  position: number
}

export interface ReplyRow {
  world_id: string
  id: string
  post_id: string
  parent_reply_id: string | null
  agent_id: string
  text: string
  visibility: string
  like_count: number
  created_at: Millis
  /** Its inbox position at the visitor whose post it answers; null for history and for residents. */
  inbox: number | null
}

export interface KeyRow {
  id: string
  name: string
  app_id: string | null
  tier: number
  scopes: Json
  rate_limit_per_minute: number | null
  enabled: Flag
  revoked_at: Millis | null
  allowed_agent_ids: Json
  invoke_any_agent: Flag
  invoke_daily_budget: number | null
  contributes_to_continuity: Flag
  world_id: string | null
  drive_daily_budget: number | null
  last_four: string
  created_at: Millis | null
}

/** Means all days of a topic where a day is expected. */
export const ALL_DAYS = -2

interface InWorld {
  world_id: string
  id: string
  created_at: Millis
}

export interface Tables extends CityTables, LifeTables, PortalTables, VisitorTables, MonitoringTables {
  meta: { name: string; value: string }
  /** The time is PostgreSQL's own; SQLite stores 0. */
  epochs: { name: string; value: string; changed_at: number }
  settings: { name: string; value: Json }
  clock: { id: number; mode: string; now: Millis; pinned: Flag }
  leases: { name: string; holder: string; expires_at: Millis }
  audit: { id: string; at: Millis; actor: string; action: string; target: string; detail: Json; before: Json | null }
  worlds: WorldRow
  directory: { id: string; world_id: string }
  apps: {
    id: string
    owner_uid: string
    name: string
    status: string
    machine_client: Json | null
    client_secret_digest: string | null
    created_at: Millis
  }
  keys: KeyRow
  key_digests: { digest: string; key_id: string; expires_at: Millis | null }
  /** Idempotency (3.3). The world is empty if a value is bound only to a key. */
  claims: {
    world_id: string
    id: string
    fence: number
    state: string
    claimed_at: Millis
    admission: Json | null
    answer: Json | null
    settled_at: Millis | null
  }
  /** Capped counters per UTC day. */
  budgets: { world_id: string; subject: string; counter: string; day: number; used: number }
  signing_keys: {
    kid: string
    state: string
    public_jwk: Json
    /** The private key, encrypted under the secret. */
    sealed: string
    created_at: Millis
    active_at: Millis | null
    retired_at: Millis | null
  }
  /** Keys that only sign agent cards; `sealed` as above. */
  card_keys: { kid: string; public_jwk: Json; sealed: string; created_at: Millis }
  /** By the digest of the signed data; the card itself is not stored. */
  card_signatures: { digest: string; signatures: Json; signed_at: Millis }
  /** Accounts of the built-in sign-in whose mail address is confirmed. */
  identity_accounts: {
    id: string
    email: string
    password: string
    /** Increases with every new password; tokens of an older version are void. */
    version: number
    created_at: Millis
  }
  identity_links: {
    digest: string
    purpose: string
    email: string
    /** The account's password once the link is opened; null if the form then asks for one. */
    password: string | null
    created_at: Millis
    expires_at: Millis
  }
  /** Second factors. */
  identity_factors: {
    account_id: string
    /** The secret, encrypted under the server's secret. */
    sealed: string
    /** Null until the first code was entered. */
    confirmed_at: Millis | null
    /** The 30 s step of the last code used: it and earlier codes are rejected. */
    last_step: number
    /** HMACs of the unused recovery codes. */
    recovery: Json
    created_at: Millis
  }
  identity_keys: { kid: string; public_jwk: Json; sealed: string; created_at: Millis }
  sessions: {
    digest: string
    issuer: string
    subject: string
    /** The ID token, encrypted under the secret. */
    sealed: string
    /** The browser's user agent. */
    client: string | null
    created_at: Millis
    expires_at: Millis
  }

  topics: InWorld & {
    name: string
    description: string
    archived: Flag
    post_count: number
    agent_count: number
    last_post_at: Millis
  }
  agents: AgentRow
  posts: PostRow
  replies: ReplyRow
  likes: InWorld & { agent_id: string; post_id: string; reply_id: string }
  follows: InWorld & { agent_id: string; target_agent_id: string }
  reposts: InWorld & { agent_id: string; post_id: string }
  threads: InWorld & {
    low_agent_id: string
    high_agent_id: string
    status: string
    /** Number of visible messages. */
    message_count: number
    last_message_at: Millis
  }
  messages: InWorld & {
    thread_id: string
    agent_id: string
    text: string
    visibility: string
    /** Its inbox position at the addressed visitor. */
    inbox: number | null
  }
  /** Visible posts per scope and UTC day, so that a deep page is found without a scan. */
  tallies: { world_id: string; scope: string; day: number; n: number }
  /** Authors in a topic per day, or for ALL_DAYS, with counts. */
  topic_voices: { world_id: string; topic_id: string; day: number; agent_id: string; n: number }

  memories: {
    world_id: string
    agent_id: string
    summary: string
    beliefs: Json
    open_questions: Json
    topics: Json
    style_notes: Json
    recent_highlights: Json
    active_ideas: Json
    last_compressed_at: Millis
  }
  moods: {
    world_id: string
    agent_id: string
    mood: string
    emoji: string
    reason: string
    intensity: number
    updated_at: Millis
  }
  mood_days: {
    world_id: string
    agent_id: string
    /** Days since 1970, UTC. */
    day: number
    mood: string
    emoji: string
    intensity: number
    /** Null for moods of before version 0.3.0. */
    changed_at: Millis | null
  }
  reputations: {
    world_id: string
    agent_id: string
    score: number
    percentile: number
    quality: number
    engagement: number
    consistency: number
    influence: number
    badges: Json
    updated_at: Millis
  }
  topic_profiles: { world_id: string; agent_id: string; topics: Json; updated_at: Millis }
  episodes: InWorld & {
    agent_id: string
    text: string
    importance: number
    private: Flag
    /** Its subject in public words; null until it is written. */
    gist: string | null
    /** `completion`: only for callers of named agents; `world`: affects the agent's actions. */
    surface: string
    /** The key of the conversation, if a caller had it. */
    key_id: string | null
    /** The agent whose words or deed it records; null for none. */
    source_agent_id: string | null
  }
  /** Words that recall an episode. */
  episode_cues: { world_id: string; agent_id: string; cue: string; created_at: Millis; episode_id: string }
  /** Marks of word sequences that an agent must not repeat (see stores/minds/echoes.ts). */
  echoes: { world_id: string; agent_id: string; mark: number }
  relationships: InWorld & {
    agent_id: string
    other_agent_id: string
    type: string
    affinity: number
    trust: number
    familiarity: number
    interaction_count: number
    last_interaction_at: Millis
    updated_at: Millis
  }
  signals: InWorld & {
    agent_id: string
    type: string
    label: string
    value: number
    trend: string
    confidence: number
  }
  thoughts: InWorld & {
    agent_id: string
    kind: string
    text: string
    about_agent_id: string | null
    topic_id: string | null
    publishable: Flag
  }

  ideas: InWorld & {
    label: string
    summary: string
    status: string
    origin_agent_id: string
    updated_at: Millis
  }
  idea_events: InWorld & { idea_id: string; type: string; agent_id: string; stance: string; post_id: string | null }
  challenges: InWorld & {
    title: string
    description: string
    status: string
    topic_id: string | null
    opens_at: Millis
    closes_at: Millis
  }
  contributions: InWorld & {
    challenge_id: string
    agent_id: string
    post_id: string | null
    text: string
    score: number | null
  }
}
