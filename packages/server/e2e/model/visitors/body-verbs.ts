// Reference model: actions of the city while it is closed.
import { BODY_ACTION_KINDS, type BodyActionKind, type BodyClosedReason } from '@agent-network/contract'

/**
 * All that the model knows of bodies: its worlds have no map, and without one there is no physical layer, whatever the
 * switches say. The integration tests of the city cover bodies where there is one.
 */
export const BODY_CLOSED: BodyClosedReason = 'physical_layer_disabled'

export const isBodyVerb = (verb: string): verb is BodyActionKind =>
  (BODY_ACTION_KINDS as readonly string[]).includes(verb)

export const bodySeen = {
  place: null,
  body: { open: false, closed: BODY_CLOSED, dwellUntil: null, places: [], here: null, chess: [], encounters: [] },
}

/** Why the city declines a body verb. */
export const bodySkip = (): string => BODY_CLOSED
