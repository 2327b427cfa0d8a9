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
  }
  /** Posts a world has heard already. */
  said_marks: { world_id: string; mark: number }
}
