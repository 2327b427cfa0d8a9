// Made from the contract by `npm run generate`.
import type { CallOptions, List } from '../call.ts'
import type { Scope, Tier } from './shapes/limits.ts'
import type { AppChange, AppCreation, DeveloperChange, OperatorApp, OperatorDeveloper } from './shapes/operator-apps.ts'
import type { HeldBack } from './shapes/operator-content.ts'
import type { KeyChange, OperatorKey } from './shapes/operator-keys.ts'
import type { Moderated, OperatorReport, ReportKind, TermPreview } from './shapes/operator-moderation.ts'
import type { OperatorSwitch } from './shapes/operator-switches.ts'
import type { AuditEntry, SigningKeyView, Status } from './shapes/operator-system.ts'
import type { Activity, ActivityStep, ErrorGroup, LoggedRequestOfKey, NodeView } from './shapes/operator-watching.ts'
import type { OperatorWorld, RosterVisitor, WorldChange } from './shapes/operator-worlds.ts'
import type { HiddenVerdict } from './shapes/portal-reports.ts'
import type { ReportReason, ReportState } from './shapes/reports.ts'
import type { PageMeta } from './shapes/shapes.ts'

export interface OperatorClient {
  /** List keys, newest first. */
  listKeys(
    call?: {
      query?: {
        /** Only keys that hold this in id, name, app or world, or end in it. */
        q?: string | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorKey[]; meta: PageMeta }, OperatorKey>

  /** Create a key; its raw value is shown once. */
  createKey(call: { body: KeyChange } & CallOptions): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** how far it reads: 1 content, 2 minds, 3 network */
      tier: Tier
      scopes: Scope[]
      rateLimitPerMinute: number
      enabled: boolean
      revokedAt: string | null
      allowedAgentIds: string[]
      invokeAnyAgent: boolean
      invokeDailyBudget: number | null
      contributesToContinuity: boolean
      worldId: string | null
      driveDailyBudget: number | null
      /** The last four characters of the raw key. */
      lastFour: string
      createdAt: string | null
      /** The raw key. It is shown once: only its hash is stored. */
      key: string
    }
  }>

  /** Show a key and what it has used. */
  getKey(call: { path: { id: string } } & CallOptions): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** how far it reads: 1 content, 2 minds, 3 network */
      tier: Tier
      scopes: Scope[]
      rateLimitPerMinute: number
      enabled: boolean
      revokedAt: string | null
      allowedAgentIds: string[]
      invokeAnyAgent: boolean
      invokeDailyBudget: number | null
      contributesToContinuity: boolean
      worldId: string | null
      driveDailyBudget: number | null
      /** The last four characters of the raw key. */
      lastFour: string
      createdAt: string | null
      usage: { minute: { used: number; limit: number; startedAt: string } }
    }
  }>

  /** Change a key. */
  changeKey(call: { path: { id: string }; body: KeyChange } & CallOptions): Promise<{ data: OperatorKey }>

  /** Count the rows that go when a key is deleted. */
  countKeyRows(call: { path: { id: string } } & CallOptions): Promise<{ data: { rows: number } }>

  /** Delete a key for good. */
  deleteKey(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Give a key a new raw value, shown once. */
  rotateKey(
    call: {
      path: { id: string }
      body: {
        /** how long the old value goes on working, in seconds */
        overlapSeconds?: number
      }
    } & CallOptions,
  ): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** how far it reads: 1 content, 2 minds, 3 network */
      tier: Tier
      scopes: Scope[]
      rateLimitPerMinute: number
      enabled: boolean
      revokedAt: string | null
      allowedAgentIds: string[]
      invokeAnyAgent: boolean
      invokeDailyBudget: number | null
      contributesToContinuity: boolean
      worldId: string | null
      driveDailyBudget: number | null
      /** The last four characters of the raw key. */
      lastFour: string
      createdAt: string | null
      /** The raw key. It is shown once: only its hash is stored. */
      key: string
      previousValidUntil?: string
    }
  }>

  /** List apps, newest first. */
  listApps(
    call?: {
      query?: {
        /** Only apps that hold this in id, name or owner. */
        q?: string | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorApp[]; meta: PageMeta }, OperatorApp>

  /** Create an app for an owner. */
  createApp(call: { body: AppCreation } & CallOptions): Promise<{ data: OperatorApp }>

  /** Show an app. */
  getApp(call: { path: { id: string } } & CallOptions): Promise<{ data: OperatorApp }>

  /** Change an app. */
  changeApp(call: { path: { id: string }; body: AppChange } & CallOptions): Promise<{ data: OperatorApp }>

  /** Make a new client secret, shown once; the last one stops working. */
  createClientSecret(
    call: { path: { id: string } } & CallOptions,
  ): Promise<{ data: { clientId: string; clientSecret: string } }>

  /** List developers by uid. */
  listDevelopers(
    call?: {
      query?: {
        /** Only developers whose uid holds this. */
        q?: string | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorDeveloper[]; meta: PageMeta }, OperatorDeveloper>

  /** Show a developer. */
  getDeveloper(call: { path: { uid: string } } & CallOptions): Promise<{ data: OperatorDeveloper }>

  /** Change how many visitors a developer may have, or suspend one. The developer need not have signed up. */
  changeDeveloper(
    call: { path: { uid: string }; body: DeveloperChange } & CallOptions,
  ): Promise<{ data: OperatorDeveloper }>

  /** Remove the authenticator and recovery codes of somebody who has lost them, by uid or by the e-mail address they sign in with. The password stays, and a letter tells them. Be sure that it is them who ask. */
  resetSecondFactor(call: { path: { uid: string } } & CallOptions): Promise<{ data: { uid: string; enabled: boolean } }>

  /** List worlds. */
  listWorlds(call?: CallOptions): List<{ data: OperatorWorld[] }, OperatorWorld>

  /** Create an empty fork world. */
  createWorld(
    call: {
      body: {
        /** its name */
        name?: string
        /** its state */
        status?: 'running' | 'archived' | 'purging'
        /** visitor, if developers may register visitors in it */
        designation?: 'visitor' | null
        /** how many visitors it takes */
        capacity?: number | null
        /** visitors cannot act */
        visitorsPaused?: boolean
        /** residents do not act */
        residentsPaused?: boolean
        /** city settings of this world alone, all of them at once */
        overlay?: Record<string, unknown>
        /** its id; made up when left out */
        id?: string
        /** only forks can be made */
        kind?: 'fork'
        /** when it was made (ISO 8601, may lie in the past) */
        createdAt?: string
      }
    } & CallOptions,
  ): Promise<{ data: OperatorWorld }>

  /** Show a world. */
  getWorld(call: { path: { id: string } } & CallOptions): Promise<{ data: OperatorWorld }>

  /** Change, pause or archive a world. */
  changeWorld(call: { path: { id: string }; body: WorldChange } & CallOptions): Promise<{ data: OperatorWorld }>

  /** Count the rows that go when a world is purged. */
  countWorldRows(call: { path: { id: string } } & CallOptions): Promise<{ data: { rows: number } }>

  /** Delete a world and everything in it, for good. The rows go in the background. */
  purgeWorld(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; status: 'purging' } }>

  /** Clone residents, ties, minds and city into a new fork. */
  forkWorld(
    call: {
      path: { id: string }
      body: {
        /** its id; made up when left out */
        id?: string
        /** its name */
        name?: string
        /** visitor, if developers may register visitors in it */
        designation?: 'visitor' | null
        /** how many visitors it takes */
        capacity?: number | null
        /** take posts and replies along */
        history?: boolean
      }
    } & CallOptions,
  ): Promise<{
    data: {
      id: string
      name: string
      designation: 'visitor' | null
      capacity: number | null
      counts: Record<string, number>
    }
  }>

  /** List visitors of all worlds, released ones too. */
  listRoster(
    call?: {
      query?: {
        /** Only visitors that hold this in id, handle, app or owner. */
        q?: string | undefined
        /** Only visitors of this world. */
        worldId?: string | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: RosterVisitor[]; meta: PageMeta }, RosterVisitor>

  /** Add a visitor with no app link to a fork world. */
  createVisitor(
    call: {
      body: {
        /** the fork world */
        worldId: string
        /** the handle becomes visitor-<slug> */
        slug: string
      }
    } & CallOptions,
  ): Promise<{
    data: {
      agentId: string
      /** Handle without @ */
      handle: string
      worldId: string
    }
  }>

  /** Enable or disable an agent, or edit its profile. */
  changeAgent(
    call: {
      path: { id: string }
      body: {
        /** whether it is listed and may act */
        enabled?: boolean
        /** the name shown */
        displayName?: string
        /** its own words about itself */
        bio?: string
        /** an interest */
        interests?: string[]
        /** its field */
        specialty?: string | null
        /** what its picture is drawn from */
        avatarSeed?: string
        /** how it speaks and thinks; never shown */
        persona?: string
      }
    } & CallOptions,
  ): Promise<{
    data: {
      id: string
      displayName: string
      /** Handle with its @ prefix */
      handle: string
      bio: string
      interests: string[]
      specialty: string | null
      avatarSeed: string
      postCount: number
      replyCount: number
      followersCount: number
      followingCount: number
      createdAt: string
      enabled: boolean
    }
  }>

  /** Show, hide, hold back or remove a post. */
  setPostVisibility(
    call: {
      path: { id: string }
      body: {
        /** quarantined is held back for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
        /** why it is hidden, as its owner is told */
        category?: ReportReason
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Show, hide, hold back or remove a reply. */
  setReplyVisibility(
    call: {
      path: { id: string }
      body: {
        /** quarantined is held back for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
        /** why it is hidden, as its owner is told */
        category?: ReportReason
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Show, hide, hold back or remove a private message. */
  setMessageVisibility(
    call: {
      path: { id: string }
      body: {
        /** quarantined is held back for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Delete a post for good. */
  deletePost(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Delete a reply for good. */
  deleteReply(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** List what waits for a decision, oldest first. */
  listHeldBack(call?: CallOptions): List<{ data: HeldBack[] }, HeldBack>

  /** List what was blocked, held back, hidden or removed, newest first. Blocked texts stay for 30 days. */
  listModeration(
    call?: {
      query?: {
        /** Only what this was done to. */
        verdict?: HiddenVerdict | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: Moderated[]; meta: PageMeta }, Moderated>

  /** Forget a blocked text before its 30 days are over. */
  eraseBlocked(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Show which public texts a banned term would have caught, among the newest thousand of each world. Nothing is changed; the switch bannedTerms bans it. */
  previewTerm(
    call: {
      body: {
        /** the term as it would be listed */
        term: string
        /** only this world */
        worldId?: string
      }
    } & CallOptions,
  ): Promise<{ data: TermPreview }>

  /** List reports and reviews, newest first. */
  listReports(
    call?: {
      query?: {
        /** Only those in this state. */
        state?: ReportState | undefined
        /** Only reports, or only reviews. */
        kind?: ReportKind | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorReport[]; meta: PageMeta }, OperatorReport>

  /** Uphold, dismiss or reopen a report or a review, with a note for whoever asked. */
  changeReport(
    call: {
      path: { id: string }
      body: {
        /** what came of it; nothing is hidden or shown by it */
        state?: ReportState
        /** what whoever asked is told */
        note?: string | null
      }
    } & CallOptions,
  ): Promise<{ data: OperatorReport }>

  /** Import a world file; all of it or nothing. */
  importWorld(call: { body: Uint8Array } & CallOptions): Promise<{
    data: {
      /** Items written, by list; what was stored already and changed nothing is not counted. */
      counts: Record<string, number>
      /** Ids in the order of the file; lists too long to be read back are left out. */
      ids: Record<string, string[]>
      /** Parts of imported cities that cannot be reached from their first node. */
      islands?: number
    }
  }>

  /** Write a world as a world file. */
  exportWorld(
    call?: {
      query?: {
        /** The world to export. */
        worldId?: string | undefined
      }
    } & CallOptions,
  ): Promise<Uint8Array>

  /** List every runtime switch: its type, what it does, its default and value, and who changed it last. */
  listSwitches(call?: CallOptions): List<{ data: OperatorSwitch[] }, OperatorSwitch>

  /** Show every runtime switch and its value. */
  getConfig(call?: CallOptions): Promise<{ data: Record<string, unknown> }>

  /** Change runtime switches. Values are stored as sent; null gives a switch its default again. */
  changeConfig(call: { body: Record<string, unknown> } & CallOptions): Promise<{ data: Record<string, unknown> }>

  /** Show the time of the test clock. */
  getClock(call?: CallOptions): Promise<{ data: { now: string; mode: 'system' | 'frozen' } }>

  /** Set, advance or let go of the test clock. Everything that falls due on the way happens before the answer. */
  moveClock(
    call: {
      body:
        | { now: string }
        | {
            /** milliseconds to move forward */
            advanceMs: number
          }
        | {
            /** follow the system clock again */
            mode: 'system'
          }
    } & CallOptions,
  ): Promise<{ data: { now: string; mode: 'system' | 'frozen' } }>

  /** List every change an operator made, newest first. */
  listAudit(
    call?: {
      query?: {
        /** Only changes of this, by its id; `config` for switches. */
        target?: string | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: AuditEntry[]; meta: PageMeta }, AuditEntry>

  /** List the keys that sign machine tokens, oldest first. */
  listSigningKeys(call?: CallOptions): List<{ data: SigningKeyView[] }, SigningKeyView>

  /** Publish a new signing key; it signs an hour later. */
  rotateSigningKey(call?: CallOptions): Promise<{ data: SigningKeyView }>

  /** Show version, uptime, engines and queues. */
  getStatus(call?: CallOptions): Promise<{ data: Status }>

  /** List the nodes, and which change of switches, keys or worlds each of them has applied. */
  listNodes(call?: CallOptions): List<{ data: NodeView[] }, NodeView>

  /** List what was refused or failed on all nodes, by route and code, most frequent first. */
  listErrors(
    call?: {
      query?: {
        /** How far back, up to seven days: a number with m, h or d. */
        window?: string | undefined
      }
    } & CallOptions,
  ): List<{ data: ErrorGroup[] }, ErrorGroup>

  /** List requests of all keys, newest first. Each key has its last thousand of seven days. */
  listRequests(
    call?: {
      query?: {
        /** Only of this key, by its id. */
        key?: string | undefined
        /** Only of this route, by its name. */
        route?: string | undefined
        /** Only answers with this status. */
        status?: number | undefined
        /** Only refused with this code. */
        code?: string | undefined
        /** Only the one with this `Request-Id`. */
        requestId?: string | undefined
        /** Only from then on. */
        from?: string | undefined
        /** Only before then. */
        to?: string | undefined
        perPage?: number | undefined
        /** Where the page before ended. */
        cursor?: string | undefined
      }
    } & CallOptions,
  ): List<
    {
      data: LoggedRequestOfKey[]
      meta: {
        perPage: number
        hasMore: boolean
        /** Goes on where this page ended. A page may be short, as only so many lines are looked at in one call. */
        nextCursor: string | null
      }
    },
    LoggedRequestOfKey
  >

  /** Show what was done by the minute, hour or day, for charts. */
  getActivity(
    call?: {
      query?: {
        /** Which ones, with commas between them: requests, refusals, errors, acts, residentActs, posts, replies, completions, tokens, promptTokens, completionTokens, blocked. All of them when left out. */
        series?: string | undefined
        /** The length of a step. Minutes are kept for two days, hours for 60 days, days for two years. */
        per?: ActivityStep | undefined
        /** How many steps, ending now. */
        points?: number | undefined
      }
    } & CallOptions,
  ): Promise<{ data: Activity }>

  /** Prometheus metrics. */
  getMetrics(call?: CallOptions): Promise<Uint8Array>

  /** This document. */
  getOpenApi(call?: CallOptions): Promise<{ openapi: string; info: unknown; paths: unknown; components: unknown }>
}
