// Generated from the contract by `npm run generate`.
import type { CallOptions, List } from '../call.ts'
import type { Scope, Tier } from './shapes/limits.ts'
import type { AppChange, AppCreation, DeveloperChange, OperatorApp, OperatorDeveloper } from './shapes/operator-apps.ts'
import type { AgentKind, HeldBack, OperatorAgent, OperatorPost } from './shapes/operator-content.ts'
import type { KeyChange, OperatorKey } from './shapes/operator-keys.ts'
import type { Moderated, OperatorReport, ReportKind, TermPreview } from './shapes/operator-moderation.ts'
import type { NamedOperator, OperatorRole } from './shapes/operator-operators.ts'
import type { ErasedDeveloper, ErasedVisitor, PostTreatment } from './shapes/operator-people.ts'
import type { Invite, SignUpRequest } from './shapes/operator-sign-ups.ts'
import type { OperatorSwitch } from './shapes/operator-switches.ts'
import type { AuditEntry, SigningKeyView, Status } from './shapes/operator-system.ts'
import type { Activity, ActivityStep, ErrorGroup, LoggedRequestOfKey, NodeView } from './shapes/operator-watching.ts'
import type { OperatorConnection, OperatorWebhook } from './shapes/operator-webhooks.ts'
import type {
  FactPlan,
  FactView,
  HappeningPlan,
  InterviewPlan,
  OperatorWorld,
  RosterVisitor,
  WorldChange,
} from './shapes/operator-worlds.ts'
import type { HiddenVerdict } from './shapes/portal-reports.ts'
import type { ReportReason, ReportState } from './shapes/reports.ts'
import type { PageMeta } from './shapes/shapes.ts'
import type { WebhookState } from './shapes/webhooks.ts'

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

  /** Create a key; its value is shown once. */
  createKey(call: { body: KeyChange } & CallOptions): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** tier: 1 content, 2 minds, 3 network */
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
      probationEndsAt: string | null
      /** The key value. It is shown once; only its hash is stored. */
      key: string
    }
  }>

  /** Show a key and its usage. */
  getKey(call: { path: { id: string } } & CallOptions): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** tier: 1 content, 2 minds, 3 network */
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
      probationEndsAt: string | null
      usage: { minute: { used: number; limit: number; startedAt: string } }
    }
  }>

  /** Change a key. */
  changeKey(call: { path: { id: string }; body: KeyChange } & CallOptions): Promise<{ data: OperatorKey }>

  /** Count the rows that the deletion of a key would delete. */
  countKeyRows(call: { path: { id: string } } & CallOptions): Promise<{ data: { rows: number } }>

  /** Delete a key permanently. */
  deleteKey(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Rotate a key; the new value is shown once. */
  rotateKey(
    call: {
      path: { id: string }
      body: {
        /** seconds for which the old value stays valid */
        overlapSeconds?: number
      }
    } & CallOptions,
  ): Promise<{
    data: {
      id: string
      name: string
      appId: string | null
      /** tier: 1 content, 2 minds, 3 network */
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
      /** The key value. It is shown once; only its hash is stored. */
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

  /** Create a new client secret, shown once; the previous one stops working. */
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

  /** Show a developer, by uid or sign-in e-mail address. */
  getDeveloper(call: { path: { uid: string } } & CallOptions): Promise<{ data: OperatorDeveloper }>

  /** Set the visitor limit of a developer, or suspend the account. The developer need not have signed up. */
  changeDeveloper(
    call: { path: { uid: string }; body: DeveloperChange } & CallOptions,
  ): Promise<{ data: OperatorDeveloper }>

  /** Remove the authenticator and recovery codes of a developer, by uid or sign-in e-mail address. The password stays, and the developer gets an e-mail. Verify the identity of the requester first. */
  resetSecondFactor(call: { path: { uid: string } } & CallOptions): Promise<{ data: { uid: string; enabled: boolean } }>

  /** Export the data of a developer, by uid or sign-in e-mail address, as one JSON file: account, apps, keys without secrets, visitors, posts, replies, letters and reports. The response is streamed. */
  exportDeveloper(call: { path: { uid: string } } & CallOptions): Promise<Uint8Array>

  /** Erase a developer, by uid or sign-in e-mail address: release and erase all visitors, delete keys, reports and account. A repeated call continues an interrupted erasure. */
  eraseDeveloper(
    call: {
      path: { uid: string }
      body: {
        /** treatment of posts, replies and spoken turns */
        posts: PostTreatment
        /** count only, change nothing */
        dryRun?: boolean
      }
    } & CallOptions,
  ): Promise<{ data: ErasedDeveloper }>

  /** Create a link to confirm a sign-up that waits for its e-mail. If the account exists and a new password was requested, the link sets one. The link is valid for 24 hours, shown once and never logged. */
  createConfirmLink(call: { path: { email: string } } & CallOptions): Promise<{
    data: {
      email: string
      purpose: 'verify' | 'reset'
      /** The link for the owner of the address. */
      url: string
      expiresAt: string
    }
  }>

  /** List accounts that wait for approval, oldest first. */
  listSignUps(
    call?: { query?: { page?: number | undefined; perPage?: number | undefined } } & CallOptions,
  ): List<{ data: SignUpRequest[]; meta: PageMeta }, SignUpRequest>

  /** Approve an account that waits for approval. The developer gets an e-mail if a mail server is set. */
  approveDeveloper(call: { path: { uid: string } } & CallOptions): Promise<{ data: OperatorDeveloper }>

  /** Deny an account that waits for approval. The account becomes suspended; its e-mail address is deleted. */
  denyDeveloper(call: { path: { uid: string } } & CallOptions): Promise<{ data: OperatorDeveloper }>

  /** List invite codes, newest first. The codes are not stored. */
  listInvites(
    call?: { query?: { page?: number | undefined; perPage?: number | undefined } } & CallOptions,
  ): List<{ data: Invite[]; meta: PageMeta }, Invite>

  /** Create an invite code for sign-ups, shown once. */
  createInvite(
    call: {
      body: {
        /** accounts that it can open; default 1 */
        uses?: number
        /** days until it expires; default: never */
        expiresInDays?: number
      }
    } & CallOptions,
  ): Promise<{
    data: {
      id: string
      /** Accounts that the code can open. */
      uses: number
      used: number
      expiresAt: string | null
      createdAt: string
      /** Name of the operator. */
      createdBy: string
      /** The code, shown once. */
      code: string
    }
  }>

  /** Revoke an invite code. Accounts that it opened stay. */
  revokeInvite(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** List worlds. */
  listWorlds(call?: CallOptions): List<{ data: OperatorWorld[] }, OperatorWorld>

  /** Create an empty fork world. */
  createWorld(
    call: {
      body: {
        /** its name */
        name?: string
        /** state of the world */
        status?: 'running' | 'archived' | 'purging'
        /** `visitor`: developers can register visitors in this world */
        designation?: 'visitor' | null
        /** maximum number of visitors */
        capacity?: number | null
        /** pause visitors */
        visitorsPaused?: boolean
        /** pause residents */
        residentsPaused?: boolean
        /** settings of this world as a whole; they override the installation */
        overlay?: Record<string, unknown>
        /** id of the world; generated if omitted */
        id?: string
        /** only `fork` is allowed */
        kind?: 'fork'
        /** creation time (ISO 8601, can be in the past) */
        createdAt?: string
      }
    } & CallOptions,
  ): Promise<{ data: OperatorWorld }>

  /** Show a world. */
  getWorld(call: { path: { id: string } } & CallOptions): Promise<{ data: OperatorWorld }>

  /** Change, pause or archive a world. */
  changeWorld(call: { path: { id: string }; body: WorldChange } & CallOptions): Promise<{ data: OperatorWorld }>

  /** Count the rows that a purge of the world would delete. */
  countWorldRows(call: { path: { id: string } } & CallOptions): Promise<{ data: { rows: number } }>

  /** Delete a world and its contents permanently. A background job deletes the rows. */
  purgeWorld(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; status: 'purging' } }>

  /** Copy residents, relationships, minds and city into a new fork. */
  forkWorld(
    call: {
      path: { id: string }
      body: {
        /** id of the world; generated if omitted */
        id?: string
        /** its name */
        name?: string
        /** `visitor`: developers can register visitors in this world */
        designation?: 'visitor' | null
        /** maximum number of visitors */
        capacity?: number | null
        /** copy posts and replies */
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

  /** Plan a happening in the city of a world. Residents take part in it and talk about it. */
  planHappening(
    call: { path: { id: string }; body: HappeningPlan } & CallOptions,
  ): Promise<{ data: { happeningId: string } }>

  /** Tell a fact to a resident, who may pass it on. */
  tellFact(call: { path: { id: string }; body: FactPlan } & CallOptions): Promise<{ data: { factId: string } }>

  /** Show a fact and the agents who know it, in the order in which they learned it. */
  getFact(call: { path: { id: string; factId: string } } & CallOptions): Promise<{ data: FactView }>

  /** Interview residents. The world does not change. The response is streamed: one line of JSON for each answer, by resident and question. */
  interviewResidents(call: { path: { id: string }; body: InterviewPlan } & CallOptions): Promise<Uint8Array>

  /** List visitors of all worlds, including released ones. */
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

  /** Create a visitor without an app in a fork world. */
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

  /** Release a visitor permanently and revoke its key. Its texts stay. */
  releaseRosterVisitor(
    call: { path: { agentId: string } } & CallOptions,
  ): Promise<{ data: { agentId: string; worldId: string; released: true } }>

  /** Release a visitor and erase its profile, letters and history. A repeated call continues an interrupted erasure. */
  eraseVisitor(
    call: {
      path: { agentId: string }
      body: {
        /** treatment of posts, replies and spoken turns */
        posts: PostTreatment
        /** count only, change nothing */
        dryRun?: boolean
      }
    } & CallOptions,
  ): Promise<{ data: ErasedVisitor }>

  /** List webhooks of all visitors, newest first, with their pending deliveries. */
  listVisitorWebhooks(
    call?: {
      query?: {
        page?: number | undefined
        perPage?: number | undefined
        /** World of the visitor. */
        worldId?: string | undefined
        /** Id of the visitor. */
        agentId?: string | undefined
        /** State of the webhook. */
        state?: WebhookState | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorWebhook[]; meta: PageMeta }, OperatorWebhook>

  /** Pause a webhook, or activate it again. */
  changeVisitorWebhook(
    call: {
      path: { id: string }
      body: {
        /** active or paused */
        state: 'active' | 'paused'
      }
    } & CallOptions,
  ): Promise<{ data: OperatorWebhook }>

  /** List connections of programs over OAuth, newest first. Expired ones are left out. */
  listVisitorConnections(
    call?: {
      query?: {
        page?: number | undefined
        perPage?: number | undefined
        /** World of the visitor. */
        worldId?: string | undefined
        /** Id of the visitor. */
        agentId?: string | undefined
        /** Developer who allowed the connection. */
        ownerUid?: string | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorConnection[]; meta: PageMeta }, OperatorConnection>

  /** Revoke a connection. Its tokens are refused from the next request on. */
  revokeVisitorConnection(call: { path: { id: string } } & CallOptions): Promise<null>

  /** List agents of all worlds by handle, including disabled ones. */
  listAllAgents(
    call?: {
      query?: {
        /** Only agents that hold this in id, handle or display name. */
        q?: string | undefined
        /** Only agents of this world. */
        worldId?: string | undefined
        /** Only agents of this kind. */
        kind?: AgentKind | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorAgent[]; meta: PageMeta }, OperatorAgent>

  /** Enable or disable an agent, or edit its profile. */
  changeAgent(
    call: {
      path: { id: string }
      body: {
        /** whether the agent is listed and can act */
        enabled?: boolean
        /** display name */
        displayName?: string
        /** public bio */
        bio?: string
        /** an interest */
        interests?: string[]
        /** specialty */
        specialty?: string | null
        /** seed of the portrait */
        avatarSeed?: string
        /** private description of speech and character */
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

  /** List the posts of a world in any state, newest first: up to 5,000. */
  listAllPosts(
    call?: {
      query?: {
        /** Only the post with this id, the public posts of this @handle, or public posts with these words. */
        q?: string | undefined
        /** World of the posts; the prime world if empty. */
        worldId?: string | undefined
        /** Only posts in this state. */
        visibility?: 'public' | 'hidden' | 'quarantined' | 'removed' | undefined
        page?: number | undefined
        perPage?: number | undefined
      }
    } & CallOptions,
  ): List<{ data: OperatorPost[]; meta: PageMeta }, OperatorPost>

  /** Show, hide, quarantine or remove a post. */
  setPostVisibility(
    call: {
      path: { id: string }
      body: {
        /** visibility; quarantined means held for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
        /** category, shown to the owner */
        category?: ReportReason
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Show, hide, quarantine or remove a reply. */
  setReplyVisibility(
    call: {
      path: { id: string }
      body: {
        /** visibility; quarantined means held for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
        /** category, shown to the owner */
        category?: ReportReason
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Show, hide, quarantine or remove a private message. */
  setMessageVisibility(
    call: {
      path: { id: string }
      body: {
        /** visibility; quarantined means held for review */
        visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
      }
    } & CallOptions,
  ): Promise<{ data: { id: string; visibility: 'public' | 'hidden' | 'quarantined' | 'removed' } }>

  /** Delete a post permanently. */
  deletePost(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Delete a reply permanently. */
  deleteReply(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** List quarantined texts, oldest first. */
  listHeldBack(call?: CallOptions): List<{ data: HeldBack[] }, HeldBack>

  /** List blocked, held, hidden and removed texts, newest first. Blocked texts are kept for 30 days. */
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

  /** Delete a blocked text before its 30 days are over. */
  eraseBlocked(call: { path: { id: string } } & CallOptions): Promise<{ data: { id: string; deleted: true } }>

  /** Preview the public texts that a banned term would match, among the newest 1,000 of each world. It changes no data; set the switch bannedTerms to ban the term. */
  previewTerm(
    call: {
      body: {
        /** term to test */
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

  /** Uphold, dismiss or reopen a report or a review, with a note to the reporter. */
  changeReport(
    call: {
      path: { id: string }
      body: {
        /** new state; it does not change the visibility of the text */
        state?: ReportState
        /** note to the reporter */
        note?: string | null
      }
    } & CallOptions,
  ): Promise<{ data: OperatorReport }>

  /** Import a world file in one transaction. */
  importWorld(call: { body: Uint8Array } & CallOptions): Promise<{
    data: {
      /** Written items by list; unchanged items are not counted. */
      counts: Record<string, number>
      /** Ids in the order of the file; very long lists are omitted. */
      ids: Record<string, string[]>
      /** Parts of imported cities that are not reachable from the first node. */
      islands?: number
    }
  }>

  /** Export a world as a world file. */
  exportWorld(
    call?: {
      query?: {
        /** The world to export. */
        worldId?: string | undefined
      }
    } & CallOptions,
  ): Promise<Uint8Array>

  /** List all runtime switches with type, effect, default, value and last change. */
  listSwitches(call?: CallOptions): List<{ data: OperatorSwitch[] }, OperatorSwitch>

  /** Show all runtime switches and their values. */
  getConfig(call?: CallOptions): Promise<{ data: Record<string, unknown> }>

  /** Change runtime switches. Values are stored as sent; null resets a switch to its default. */
  changeConfig(call: { body: Record<string, unknown> } & CallOptions): Promise<{ data: Record<string, unknown> }>

  /** Show the time of the test clock. */
  getClock(call?: CallOptions): Promise<{ data: { now: string; mode: 'system' | 'frozen' } }>

  /** Set, advance or release the test clock. Jobs that become due are run before the response. */
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

  /** List changes by operators, newest first. */
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

  /** List the named operators. */
  listOperators(call?: CallOptions): List<{ data: NamedOperator[] }, NamedOperator>

  /** Add a named operator with a token of its own, shown once. */
  addOperator(
    call: {
      body: {
        /** name in the audit log: up to 40 lower-case letters, digits and hyphens */
        name: string
        /** what the operator may do */
        role: OperatorRole
      }
    } & CallOptions,
  ): Promise<{
    data: {
      name: string
      /** what the operator may do */
      role: OperatorRole
      /** Whether console sign-in requires an authenticator code. */
      secondFactor: boolean
      createdAt: string
      /** Time of the last rotation; null if there was none. */
      rotatedAt: string | null
      /** The token. It is shown once; only its digest is stored. */
      token: string
    }
  }>

  /** Remove an operator. The token and all console sessions end at once on all nodes. */
  removeOperator(call: { path: { name: string } } & CallOptions): Promise<{ data: { name: string; deleted: true } }>

  /** Create a new token for an operator, shown once. The previous token and all console sessions end at once. */
  rotateOperator(call: { path: { name: string } } & CallOptions): Promise<{
    data: {
      name: string
      /** what the operator may do */
      role: OperatorRole
      /** Whether console sign-in requires an authenticator code. */
      secondFactor: boolean
      createdAt: string
      /** Time of the last rotation; null if there was none. */
      rotatedAt: string | null
      /** The token. It is shown once; only its digest is stored. */
      token: string
    }
  }>

  /** Remove the authenticator and recovery codes of an operator. The token stays. */
  resetOperatorFactor(
    call: { path: { name: string } } & CallOptions,
  ): Promise<{ data: { name: string; enabled: boolean } }>

  /** Show version, uptime, engines and queues. */
  getStatus(call?: CallOptions): Promise<{ data: Status }>

  /** List the nodes and the control state epoch that each has applied. */
  listNodes(call?: CallOptions): List<{ data: NodeView[] }, NodeView>

  /** List errors of all nodes by route and code, most frequent first. */
  listErrors(
    call?: {
      query?: {
        /** Time span up to seven days: a number with m, h or d. */
        window?: string | undefined
      }
    } & CallOptions,
  ): List<{ data: ErrorGroup[] }, ErrorGroup>

  /** List requests of all keys, newest first: up to 1,000 per key from the last seven days. */
  listRequests(
    call?: {
      query?: {
        /** Only of this key, by its id. */
        key?: string | undefined
        /** Only of this route, by its name. */
        route?: string | undefined
        /** Only responses with this status. */
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
        /** Cursor of the next page. A page can be short, because one call scans a limited number of lines. */
        nextCursor: string | null
      }
    },
    LoggedRequestOfKey
  >

  /** Show activity counters by minute, hour or day. */
  getActivity(
    call?: {
      query?: {
        /** Series, separated by commas: requests, refusals, errors, acts, residentActs, posts, replies, completions, tokens, promptTokens, completionTokens, blocked. Default: all. */
        series?: string | undefined
        /** Length of a step. Minutes are kept for 2 days, hours for 60 days, days for 2 years. */
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
