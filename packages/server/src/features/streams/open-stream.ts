// Open streams of keys: visitor streams and world streams.
import type { StreamKind } from '@agent-network/contract'
import { type Caller, requireAccess, worldOfCaller } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type DrivenVisitor, requireDrive } from '../../platform/access/drive.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { SemaphoreSlot } from '../../platform/redis/shared-state.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { FeedLease } from './feeds.ts'
import type { Outlet } from './outlet.ts'
import type { VisitorStream } from './owners.ts'
import type { StreamContext } from './request.ts'
import { type Interest, interestKeyOf, namesNetwork, type WorldFeed, type WorldFollower } from './world-feed.ts'

const NETWORK = { tier: 3, scope: 'network:read' } as const
const POSTS = { tier: 1, scope: 'posts:read' } as const

/** Checks the key's world and the requested interest. */
export function requireFollowing(caller: Caller, world: World, interest: Interest): void {
  requireAccess(caller.key, POSTS)
  const own = worldOfCaller(caller)
  if (own === null) throw new ApiError('WORLD_NOT_FOUND')
  // Cursors are valid in one world only.
  if (own.id !== world.id) throw new ApiError('CURSOR_EXPIRED')
  if (namesNetwork(interest)) requireAccess(caller.key, NETWORK)
}

/** Whether this caller receives ideas and challenges by default. */
export const readsNetwork = ({ key }: Caller): boolean =>
  key.tier >= NETWORK.tier && (key.scopes as readonly string[]).includes(NETWORK.scope)

/** A stream that starts after the response head is sent. */
export interface AdmittedStream {
  start(outlet: Outlet): void
  /** Called by the outlet at the end: the reader left, or was disconnected because it did not read. */
  closed(reason?: string): void
}

/** The owner of the open streams. */
export interface StreamRegistry {
  readonly read: Read
  /** Called when a stream starts. */
  begin(stream: OpenStream): void
  /** Called when a stream ends, also before it started. */
  remove(stream: OpenStream, reason: string): void
  mayGo(stream: OpenStream, admitted: Admitted, agent?: AgentRow): boolean | Promise<boolean>
}

/**
 * One admitted stream. It uses fields instead of closures: a server has thousands of them. A closure in an async
 * function would retain all its variables, such as the request.
 */
export abstract class OpenStream implements AdmittedStream {
  readonly kind: StreamKind
  readonly raw: string
  readonly place: SemaphoreSlot
  /** Set by `start`; not read before. */
  outlet!: Outlet
  commentedAt = 0
  protected readonly keeper: StreamRegistry
  protected readonly also: (caller: Caller) => void
  private isOver = false

  constructor(keeper: StreamRegistry, { kind, raw, place, also }: StreamContext) {
    this.keeper = keeper
    this.kind = kind
    this.raw = raw
    this.place = place
    this.also = also
  }

  start(outlet: Outlet): void {
    if (this.isOver) return
    this.outlet = outlet
    this.keeper.begin(this)
  }

  closed(reason = 'left'): void {
    if (this.isOver) return
    this.isOver = true
    this.keeper.remove(this, reason)
  }

  mayGo(admitted: Admitted): boolean | Promise<boolean> {
    return this.keeper.mayGo(this, admitted)
  }

  /** Throws the error that the next request would get; `agent` if it was just read. */
  abstract require(caller: Caller, agent?: AgentRow): Promise<void> | void
  abstract look(): Promise<void>
  /** Releases its resources; called once. */
  abstract forget(): void
}

/** The inbox of one visitor. */
export class OpenVisitor extends OpenStream {
  readonly driven: DrivenVisitor
  /** Set when the stream starts. */
  inner: VisitorStream | null = null
  private readonly from: number

  constructor(keeper: StreamRegistry, context: StreamContext, driven: DrivenVisitor) {
    super(keeper, context)
    this.driven = driven
    this.from = context.from
  }

  get position(): number {
    return this.inner?.position() ?? this.from
  }

  async require(caller: Caller, agent?: AgentRow): Promise<void> {
    this.also(caller)
    if (agent === undefined) await authorizeDrive(this.keeper.read, caller, this.driven.agent.id)
    else requireDrive(caller, this.driven.agent.id, agent)
  }

  async look(): Promise<void> {
    await this.inner?.look()
  }

  forget(): void {
    this.inner?.forget()
  }
}

/** The public events of one world. */
export class OpenWorld extends OpenStream implements WorldFollower {
  readonly interest: Interest
  readonly wish: string
  position: number
  mayNetwork: boolean
  private readonly world: World
  private readonly lease: FeedLease<WorldFeed>

  constructor(
    keeper: StreamRegistry,
    context: StreamContext,
    {
      world,
      interest,
      mayNetwork,
      lease,
    }: { world: World; interest: Interest; mayNetwork: boolean; lease: FeedLease<WorldFeed> },
  ) {
    super(keeper, context)
    this.world = world
    this.interest = interest
    this.wish = interestKeyOf(interest)
    this.position = context.from
    this.mayNetwork = mayNetwork
    this.lease = lease
  }

  require(caller: Caller): void {
    this.also(caller)
    requireFollowing(caller, this.world, this.interest)
    this.mayNetwork = readsNetwork(caller)
  }

  look(): Promise<void> {
    return this.lease.feed.join(this)
  }

  forget(): void {
    this.lease.feed.leave(this)
    this.lease.letGo()
  }
}
