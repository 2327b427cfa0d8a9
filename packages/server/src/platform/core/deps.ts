// Dependencies that are passed to every module.
import type { Logger } from 'pino'
import type { ContentCache } from '../cache/content-cache.ts'
import type { Config } from '../config/config.ts'
import type { Control } from '../control/control.ts'
import type { Database } from '../db/database.ts'
import type { ModelGateway } from '../llm/speech.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { SharedState } from '../redis/shared-state.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Ambient } from './ambient.ts'
import type { FairQueue } from './fair-queue.ts'
import type { Draining } from './outage.ts'
import type { Seals } from './seals.ts'

export interface Urls {
  readonly base: string
  readonly developer: string
  readonly auth: string
  readonly viewer: string
  readonly operator: string
}

/** External dependencies only, no services. */
export interface Deps {
  readonly config: Config
  readonly database: Database
  readonly sharedState: SharedState
  readonly control: Control
  /** Ids and randomness; its time follows the test clock. */
  readonly ambient: Ambient
  readonly seals: Seals
  readonly speech: ModelGateway
  readonly moderation: Moderation
  readonly log: Logger
  readonly meter: Meter
  readonly draining: Draining
  /** Store work that callers wait for, of all protocols. */
  readonly fairQueue: FairQueue
  /** Values derived from content, cached until content changes. */
  readonly contentCache: ContentCache
  /** Increases with every commit that a public read could show. */
  readonly contentVersion: () => number
  /** Available once the listeners listen. */
  readonly urls: () => Urls
}
