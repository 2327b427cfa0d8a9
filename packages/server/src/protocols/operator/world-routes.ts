// Operator routes of worlds and visitors: create, change, purge, fork, list.
import { type FactView, OPERATOR_ROUTES, type OperatorWorld, type WorldChange } from '@agent-network/contract'
import { listRoster, rosterView } from '../../features/accounts/visitors.ts'
import { interviewLines, planInterview } from '../../features/completion/interview.ts'
import type { AnswerGenerator } from '../../features/completion/worker-thread.ts'
import { happenInWorld, tellInWorld } from '../../features/life/town/interventions.ts'
import { createVisitor, orHandleTaken, requireFreeHandle, visitorHandle } from '../../features/visitors/presence.ts'
import type { Offload } from '../../features/world-files/offload.ts'
import { audit, valuesBefore } from '../../platform/access/audit.ts'
import { transactStamped } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { CITY_SWITCHES, isSwitchName } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { quoteSafely } from '../../platform/core/text.ts'
import { iso, parseIso } from '../../platform/core/time.ts'
import { countWorldRows } from '../../platform/db/bulk.ts'
import { createWorld, newWorld, PRIME, startPurge, updateWorld, type World } from '../../platform/worlds/worlds.ts'
import { factOf, knowersOf } from '../../stores/minds/knowledge.ts'
import { bind, bindStream, type OperatorBound } from './bind.ts'

const worldView = (world: World): OperatorWorld => ({
  id: world.id,
  kind: world.kind,
  name: world.name,
  status: world.status,
  designation: world.designation as OperatorWorld['designation'],
  capacity: world.capacity,
  visitorsPaused: world.visitorsPaused,
  residentsPaused: world.residentsPaused,
  overlay: { ...world.overlay },
  createdAt: iso(world.createdAt),
})

function requireWorld(state: ControlState, id: string): World {
  const world = state.worlds.byId.get(id)
  if (world === undefined) throw new ApiError('WORLD_NOT_FOUND')
  return world
}

function requireFreeId({ worlds }: ControlState, id: string): void {
  if (id.toLowerCase() === PRIME || worlds.byId.has(id))
    throw invalidInput(`id: the world ${id} exists already; choose another, or leave id out`)
}

export interface WorldServices {
  readonly offload: Offload
  readonly thinking: AnswerGenerator
}

/** An overlay may change city settings for its world; it cannot open a gate. */
function checkOverlay(overlay: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(overlay))
    if (!isSwitchName(name) || !CITY_SWITCHES.has(name))
      throw invalidInput(`overlay.${quoteSafely(name)}: only city settings can be overridden per world; leave it out`)
}

function merge<W extends Omit<World, 'tag'>>(world: W, change: WorldChange): W {
  const merged = { ...world, ...change }
  checkOverlay(merged.overlay)
  if (merged.id === PRIME && (merged.designation !== null || merged.status === 'purging'))
    throw invalidInput(
      'designation, status: the prime world is never a visitor world and cannot be purged; name a fork',
    )
  return merged as W
}

export function worldRoutes(deps: Deps, { offload, thinking }: WorldServices): OperatorBound[] {
  const { ambient, database } = deps
  return [
    bind(OPERATOR_ROUTES.listWorlds, async ({ state }) => ({
      data: [...state.worlds.byId.values()].map(worldView),
    })),
    bind(OPERATOR_ROUTES.createWorld, async ({ body, state, at, actor }) => {
      const { id = ambient.id('world'), createdAt, kind: _kind, ...change } = body
      const madeAt = createdAt === undefined ? at : parseIso(createdAt)
      if (madeAt === null)
        throw invalidInput('createdAt must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z')
      requireFreeId(state, id)
      const draft = merge(newWorld(id, change.name ?? id, madeAt), change)
      const world = await transactStamped(database, async (tx) => {
        const createdWorld = await createWorld(tx, ambient, draft)
        await audit(tx, ambient, { at, actor, action: 'world.create', target: id, detail: change })
        return createdWorld
      })
      return { data: worldView(world) }
    }),
    bind(OPERATOR_ROUTES.getWorld, async ({ path: { id }, state }) => ({
      data: worldView(requireWorld(state, id)),
    })),
    bind(OPERATOR_ROUTES.changeWorld, async ({ path: { id }, body: change, state, at, actor }) => {
      const stored = requireWorld(state, id)
      const world = merge(stored, change)
      await database.transact(async (tx) => {
        await updateWorld(tx, world)
        const before = valuesBefore(worldView(stored), change)
        await audit(tx, ambient, { at, actor, action: 'world.change', target: id, detail: change, before })
      })
      return { data: worldView(world) }
    }),
    bind(OPERATOR_ROUTES.countWorldRows, async ({ path: { id }, state }) => {
      if (!state.worlds.byId.has(id)) throw new ApiError('WORLD_NOT_FOUND')
      return { data: { rows: await countWorldRows(database.read, id) } }
    }),
    bind(OPERATOR_ROUTES.purgeWorld, async ({ path: { id }, state, at, actor }) => {
      const world = requireWorld(state, id)
      await database.transact(async (tx) => {
        await startPurge(tx, world)
        await audit(tx, ambient, { at, actor, action: 'world.purge', target: id })
      })
      return { data: { id, status: 'purging' as const } }
    }),
    bind(OPERATOR_ROUTES.forkWorld, async ({ path, body, state, at, actor }) => {
      const source = requireWorld(state, path.id)
      const id = body.id ?? ambient.id('world')
      requireFreeId(state, id)
      const fork = {
        id,
        name: body.name ?? `${source.name} (fork)`,
        designation: body.designation ?? null,
        capacity: body.capacity ?? null,
      }
      const report = await offload.fork({ source: source.id, fork, history: body.history ?? false, at, actor })
      return { data: { ...fork, ...report } }
    }),
    bind(OPERATOR_ROUTES.planHappening, async ({ path: { id }, body, state, at, actor }) => {
      const world = requireWorld(state, id)
      const happeningId = await database.transact((tx) => happenInWorld(tx, { ambient, world, actor }, body, at))
      return { data: { happeningId } }
    }),
    bind(OPERATOR_ROUTES.tellFact, async ({ path: { id }, body, state, at, actor }) => {
      const world = requireWorld(state, id)
      const factId = await database.transact((tx) => tellInWorld(tx, { ambient, world, actor }, body, at))
      return { data: { factId } }
    }),
    bind(OPERATOR_ROUTES.getFact, async ({ path: { id, factId }, state }) => {
      const world = requireWorld(state, id)
      const fact = await factOf(database.read, world.id, factId)
      if (fact === undefined) throw notFound('Fact not found in this world; POST …/facts returns the id of a fact')
      const knowers: FactView['knowers'] = (await knowersOf(database.read, world.id, factId)).map(
        ({ agent_id, heard_from, at, belief }) => ({
          agentId: agent_id,
          heardFrom: heard_from === '' ? null : heard_from,
          at: iso(at),
          belief,
        }),
      )
      return { data: { factId, text: fact.text, knowers } }
    }),
    bindStream(OPERATOR_ROUTES.interviewResidents, async ({ path: { id }, body, state, at, actor }) => {
      const plan = await planInterview(deps, requireWorld(state, id), body)
      const detail = { agentIds: body.agentIds, questions: body.questions }
      await database.transact(
        (tx) => audit(tx, ambient, { at, actor, action: 'world.interview', target: id, detail }),
        { quiet: true },
      )
      return interviewLines(deps, thinking, { ...plan, switches: state.switches, at })
    }),
    bind(OPERATOR_ROUTES.listRoster, async ({ query }) => {
      const page = await listRoster(database.read, query)
      return { data: page.items.map(rosterView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.createVisitor, async ({ body: { worldId, slug }, state, at, actor }) => {
      const world = requireWorld(state, worldId)
      if (world.kind === 'prime') throw invalidInput('worldId: the prime world takes no visitors; name a fork')
      if (world.status !== 'running')
        throw invalidInput(`worldId: the world ${worldId} is ${world.status}; name one that is running`)
      const handle = visitorHandle(slug)
      const id = ambient.id('agent', world.tag)
      const creation = transactStamped(database, async (tx) => {
        await requireFreeHandle(tx, world, handle)
        await createVisitor(tx, world, { id, handle }, at)
        await audit(tx, ambient, { at, actor, action: 'visitor.create', target: id, detail: { worldId, slug } })
      })
      await orHandleTaken(database.read, world, handle, creation)
      return { data: { agentId: id, handle, worldId } }
    }),
  ]
}
