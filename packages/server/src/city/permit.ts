import type { SkipReason } from '@agent-network/contract'

/** Asked last, when nothing else declines and before anything changes: whether the world still has an act to spare. */
export type Permit = () => Promise<SkipReason | null>
