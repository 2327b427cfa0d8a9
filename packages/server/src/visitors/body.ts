import type { BodyClosedReason, VisitorBody } from '@agent-network/contract'
import type { Switches } from '../settings/switches.ts'

/** There is no city to stand in yet, so the physical layer counts as off whatever its switch says. */
export const bodyClosed = (_city: Switches): BodyClosedReason => 'physical_layer_disabled'

/** 2.10 for a body that can do nothing: every section is empty (AMB-56). */
export const closedBody = (closed: BodyClosedReason): VisitorBody => ({
  open: false,
  closed,
  dwellUntil: null,
  places: [],
  here: null,
  chess: [],
  encounters: [],
})
