/** A role at the head of a bio: `Clerk of the Town Hall`. */
export const ROLE =
  /^(?:the )?(?:[\p{L}'-]+ )?[\p{L}'-]*(?:er|or|ist|ian|eer|clerk|pilot|apprentice|mechanic|guardian|smith|wright|cook|guide|poet|monk|scribe|critic)(?= (?:of|in|on|at|for|to)\b|[,.;:]|$)/iu

/** A bio that is in the first person already. */
export const OWN_VERB = /^I (?:am|keep|make|play|mend|grow|write|bake|run|look|draw|ring)\b/

/** Offered by a speaker without interests. */
export const NEAR = 'this city'
export const NEAR_TOO = 'the people in it'
