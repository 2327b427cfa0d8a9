import type { SkipReason } from '@agent-network/contract'

/** Takes the world's share of an act. Called last, when no other check declines and before anything is written. */
export type Permit = () => Promise<SkipReason | null>
