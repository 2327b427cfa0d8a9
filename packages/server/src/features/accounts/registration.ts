// Registration of a visitor: terms, slug, world, agent, roster, evidence and key.
import { LIMITS, REGISTRATION_REFUSALS, type RegistrationBody, type RegistrationRefusal } from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import { createKey, defaultKeyDraft, type IssuedKey } from '../../platform/access/keys.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isSandbox, listSwitch, type Switches } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { literal, prepare, type Tx } from '../../platform/db/database.ts'
import { modelTimeoutMs } from '../../platform/llm/speech.ts'
import { ModerationUnavailable } from '../../platform/moderation/moderation.ts'
import { isPurged, lockWorld, PRIME, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import type { Identity } from '../identity/session.ts'
import { createVisitor, orHandleTaken, requireFreeHandle, visitorHandle } from '../visitors/presence.ts'
import { recordAcceptance, refuseStale, requireAccepted, type Terms, termsInForce } from './account.ts'
import {
  type App,
  type Developer,
  findDeveloper,
  lockDeveloper,
  requireActiveApp,
  requireOwnApp,
} from './developers.ts'
import { visitorsOf } from './visitors.ts'

/** AMB-105: the status depends on the reason. */
const refused = (reasonCode: RegistrationRefusal): ApiError =>
  new ApiError('VISITOR_REGISTRATION_REFUSED', { ...REGISTRATION_REFUSALS[reasonCode], extra: { reasonCode } })

/** Refuses a missing or inactive account with the registration's own error. */
function requireActiveDeveloper(developer: Developer | undefined): Developer {
  if (developer?.status !== 'active') throw refused('account_required')
  return developer
}

/** Requires both kinds of terms, developer first. Visitor terms may have been accepted at sign-up (4.14). */
function requireTerms(developer: Developer, body: RegistrationBody, switches: Switches): readonly Terms[] {
  const ofDeveloper = termsInForce(switches, 'developer')
  requireAccepted(ofDeveloper, body.acceptedDeveloperTermsVersion)
  const ofVisitor = termsInForce(switches, 'visitor')
  refuseStale(ofVisitor, body.acceptedVisitorTermsVersion)
  const acceptedVersion = body.acceptedVisitorTermsVersion
  if (acceptedVersion == null) requireAccepted(ofVisitor, developer.visitor_terms_version)
  return acceptedVersion == null ? [ofDeveloper] : [ofDeveloper, ofVisitor]
}

/**
 * Moderates the slug, which becomes the public handle; hyphens separate its words. No verdict means no registration.
 */
async function requireCleanSlug(deps: Deps, switches: Switches, slug: string): Promise<void> {
  const bannedTerms = listSwitch(switches, 'bannedTerms')
  try {
    const verdict = await deps.moderation.review({
      text: slug.replaceAll('-', ' '),
      policy: 'speech',
      bannedTerms,
      timeoutMs: modelTimeoutMs(switches),
    })
    if (verdict.action !== 'allow') throw refused('slug_blocked')
  } catch (error) {
    if (!(error instanceof ModerationUnavailable)) throw error
    deps.log.warn(
      { event: 'accounts.moderation_unavailable', err: error },
      'moderation of a slug failed, registration refused',
    )
    throw refused('registration_unavailable')
  }
}

export const takesVisitors = (world: World): boolean =>
  world.kind === 'fork' && world.status === 'running' && world.designation !== null

/** The named world, or the only one. */
function chooseWorld(worlds: Worlds, worldId: string | undefined): World {
  if (worldId === undefined) {
    const candidates = [...worlds.byId.values()].filter(takesVisitors)
    if (candidates.length === 1) return candidates[0]!
    const listed = candidates.map(({ id, designation }) => ({ id, designation }))
    throw new ApiError('VISITOR_WORLD_REQUIRED', { extra: { candidates: listed } })
  }
  const world = worlds.byId.get(worldId.toLowerCase() === PRIME ? PRIME : worldId)
  if (world === undefined || isPurged(world)) throw new ApiError('WORLD_NOT_FOUND')
  return world
}

/** Checks AMB-106, then whether visitors are paused. */
function requireOpen(world: Pick<World, 'kind' | 'status' | 'designation' | 'visitorsPaused'>): void {
  if (!takesVisitors(world as World)) throw refused('world_not_eligible')
  if (world.visitorsPaused) throw refused('visitors_paused')
}

const livingIn = prepare<{ world: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('visitors')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('released_at', 'is', null),
)

/**
 * Reads the world again, since it may have been closed, and locks it. Registrations are serial, so they cannot race for
 * the last free place or for list positions.
 */
async function requireStillOpen(tx: Tx, world: World): Promise<number | null> {
  await lockWorld(tx, world)
  const row = await tx.sql
    .selectFrom('worlds')
    .select(['status', 'designation', 'capacity', 'visitors_paused'])
    .where('id', '=', world.id)
    .where('status', '!=', literal('purging'))
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('WORLD_NOT_FOUND')
  const { status, designation, capacity } = row
  requireOpen({ ...world, status: status as World['status'], designation, visitorsPaused: row.visitors_paused === 1 })
  return capacity
}

export interface RegisteredVisitor {
  readonly ownerUid: string
  readonly agentId: string
  readonly handle: string
  readonly world: World
  readonly issued: IssuedKey
}

interface Application {
  readonly developer: Developer
  readonly app: App
  readonly world: World
  readonly handle: string
  readonly accepted: readonly Terms[]
}

/** Visitors in a sandbox count there only; the cap of the developer applies to all other worlds together (AMB-147). */
async function requireUnderCap(
  tx: Tx,
  { uid, visitor_cap }: Developer,
  world: World,
  { worlds, switches }: Pick<Admitted['state'], 'worlds' | 'switches'>,
): Promise<void> {
  const visitors = await visitorsOf(tx, worlds, uid)
  const [counted, cap] = isSandbox(switches, world.id)
    ? [visitors.filter(({ world_id }) => world_id === world.id), LIMITS.portal.visitorsPerSandbox]
    : [
        visitors.filter(({ world_id }) => !isSandbox(switches, world_id)),
        visitor_cap ?? LIMITS.portal.visitorsPerDeveloper,
      ]
  if (counted.length >= cap) throw new ApiError('VISITOR_LIMIT_REACHED')
}

/** Writes agent, roster, evidence and key in one commit: a key exists only with its registration. */
async function record(
  deps: Deps,
  tx: Tx,
  { developer: applicant, app: { id: appId }, world, handle, accepted }: Application,
  { state, at }: Pick<Admitted, 'state' | 'at'>,
): Promise<RegisteredVisitor> {
  const { ambient } = deps
  const developer = requireActiveDeveloper(await lockDeveloper(tx, applicant.uid))
  requireActiveApp((await requireOwnApp(tx, developer, appId)).app)
  const capacity = await requireStillOpen(tx, world)
  await requireFreeHandle(tx, world, handle)
  await requireUnderCap(tx, developer, world, state)
  if (capacity !== null && (await tx.first(livingIn, { world: world.id }))!.n >= capacity)
    throw new ApiError('world_full')
  const agentId = ambient.id('agent', world.tag)
  await createVisitor(tx, world, { id: agentId, handle, link: { appId, ownerUid: developer.uid } }, at)
  const draft = {
    ...defaultKeyDraft(appId, handle, at),
    tier: 2 as const,
    scopes: ['agents:drive'] as const,
    worldId: world.id,
    allowedAgentIds: [agentId],
    driveDailyBudget: LIMITS.drive.perDayPortal,
  }
  const environment = deps.config.testClock ? 'test' : 'live'
  const issued = await createKey(tx, { ambient, seals: deps.seals, environment }, draft)
  const about = { purpose: 'registration', keyId: issued.key.id, worldId: world.id, agentId, at } as const
  for (const terms of accepted) await recordAcceptance(tx, ambient, { uid: developer.uid, terms, ...about })
  const detail = { appId, worldId: world.id, keyId: issued.key.id }
  await audit(tx, ambient, { at, actor: developer.uid, action: 'visitor.register', target: agentId, detail })
  return { ownerUid: developer.uid, agentId, handle, world, issued }
}

interface RegistrationCall extends Pick<Admitted, 'state' | 'at'> {
  readonly appId: string
  input(): Promise<RegistrationBody>
  /** Runs in the transaction of the registration. If it throws, nothing is registered. */
  readonly inTransaction?: (tx: Tx, visitor: RegisteredVisitor) => Promise<void>
}

/** Checks run in the order of AMB-102 and AMB-142. The portal, its gate and the identity were checked before. */
export async function register(deps: Deps, call: RegistrationCall, identity: Identity): Promise<RegisteredVisitor> {
  const { database } = deps
  const { state, appId } = call
  const developer = requireActiveDeveloper(await findDeveloper(database.read, identity))
  const { app } = await requireOwnApp(database.read, developer, appId)
  requireActiveApp(app)
  const body = await call.input()
  const accepted = requireTerms(developer, body, state.switches)
  await requireCleanSlug(deps, state.switches, body.slug)
  const world = chooseWorld(state.worlds, body.worldId)
  requireOpen(world)
  const handle = visitorHandle(body.slug)
  const recorded = transactPinned(deps, async (tx) => {
    const visitor = await record(deps, tx, { developer, app, world, handle, accepted }, call)
    await call.inTransaction?.(tx, visitor)
    return visitor
  })
  return orHandleTaken(database.read, world, handle, recorded)
}
