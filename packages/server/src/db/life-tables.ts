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
