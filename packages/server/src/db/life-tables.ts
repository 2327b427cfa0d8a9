/** The rows of life, as db/tables.ts holds those of everything else: what is due, and what residents carry along. */
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
  /** Posts a world has heard already. */
  said_marks: { world_id: string; mark: number }
}
