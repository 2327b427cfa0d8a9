import { visitorCreation, type WorldChange, worldChange, worldCreation, worldFork } from '@agent-network/contract'
import { iso, parseIso } from '../core/day.ts'
import { invalidInput, Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { bodyReader, type OperatorRoute, operatorRoute } from '../http/operator-door.ts'
import { pinClock } from '../settings/clock.ts'
import type { ControlState } from '../settings/control.ts'
import { CITY_SWITCHES, isSwitchName } from '../settings/switches.ts'
import { arrive, orTaken, requireFreeHandle, visitorHandle } from '../visitors/arrival.ts'
import { createWorld, newWorld, PRIME, startPurge, updateWorld, type World } from '../worlds/worlds.ts'
import { audit } from './audit.ts'
import type { Offload } from './offload.ts'

const worldView = (world: World) => ({
  id: world.id,
  kind: world.kind,
  name: world.name,
  status: world.status,
  designation: world.designation,
  capacity: world.capacity,
  visitorsPaused: world.visitorsPaused,
  residentsPaused: world.residentsPaused,
  overlay: world.overlay,
  createdAt: iso(world.createdAt),
})

function requireWorld(state: ControlState, id: string): World {
  const world = state.worlds.byId.get(id)
  if (world === undefined) throw new Refusal('WORLD_NOT_FOUND')
  return world
}

/** An overlay may bend city settings for its world; it can never widen a gate. */
function checkOverlay(overlay: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(overlay))
    if (!isSwitchName(name) || !CITY_SWITCHES.has(name))
      throw invalidInput(`overlay.${name}: only city settings can be overridden per world`)
}

function merge<W extends Omit<World, 'tag'>>(world: W, change: WorldChange): W {
  const merged = { ...world, ...change }
  checkOverlay(merged.overlay)
  if (merged.id === PRIME && (merged.designation !== null || merged.status === 'purging'))
    throw invalidInput('the prime world is never a visitor world and cannot be purged')
  return merged as W
}

export function worldRoutes({ ambient, database }: Deps, offload: Offload): OperatorRoute[] {
  const readChange = bodyReader(worldChange)
  const readCreation = bodyReader(worldCreation)
  const readFork = bodyReader(worldFork)
  const readVisitor = bodyReader(visitorCreation)

  return [
    operatorRoute('GET', '/_operator/worlds', 'List worlds', async ({ state }) => ({
      data: [...state.worlds.byId.values()].map(worldView),
    })),
    operatorRoute(
      'POST',
      '/_operator/worlds',
      'Create an empty fork world',
      async (call) => {
        const { id = ambient.id('world'), createdAt, kind: _kind, ...change } = await readCreation(call)
        const madeAt = createdAt === undefined ? call.at : parseIso(createdAt)
        if (madeAt === null) throw invalidInput('createdAt must be an ISO 8601 timestamp with a time zone')
        if (id.toLowerCase() === PRIME || call.state.worlds.byId.has(id))
          throw invalidInput(`id: the world ${id} exists already`)
        const draft = merge(newWorld(id, change.name ?? id, madeAt), change)
        const world = await database.transact(async (tx) => {
          await pinClock(tx)
          const made = await createWorld(tx, ambient, draft)
          await audit(tx, ambient, { at: call.at, action: 'world.create', target: id, detail: change })
          return made
        })
        return { data: worldView(world) }
      },
      { status: 201 },
    ),
    operatorRoute('GET', '/_operator/worlds/{id}', 'One world', async ({ path, state }) => ({
      data: worldView(requireWorld(state, path.id!)),
    })),
    operatorRoute('PATCH', '/_operator/worlds/{id}', 'Change, pause, archive or purge a world', async (call) => {
      const change = await readChange(call)
      const world = merge(requireWorld(call.state, call.path.id!), change)
      await database.transact(async (tx) => {
        await updateWorld(tx, world)
        await audit(tx, ambient, { at: call.at, action: 'world.change', target: world.id, detail: change })
      })
      return { data: worldView(world) }
    }),
    operatorRoute(
      'DELETE',
      '/_operator/worlds/{id}',
      'Purge a world and everything in it',
      async ({ path, state, at }) => {
        const world = requireWorld(state, path.id!)
        await database.transact(async (tx) => {
          await startPurge(tx, world)
          await audit(tx, ambient, { at, action: 'world.purge', target: world.id })
        })
        return { data: { id: world.id, status: 'purging' } }
      },
    ),
    operatorRoute(
      'POST',
      '/_operator/worlds/{id}/fork',
      'Clone residents, ties, minds and city into a new fork',
      async (call) => {
        const source = requireWorld(call.state, call.path.id!)
        const body = await readFork(call)
        const id = body.id ?? ambient.id('world')
        if (id.toLowerCase() === PRIME || call.state.worlds.byId.has(id))
          throw invalidInput(`id: the world ${id} exists already`)
        const fork = {
          id,
          name: body.name ?? `${source.name} (fork)`,
          designation: body.designation ?? null,
          capacity: body.capacity ?? null,
        }
        const report = await offload.fork({ source: source.id, fork, history: body.history ?? false, at: call.at })
        return { data: { ...fork, ...report } }
      },
      { status: 201 },
    ),
    operatorRoute(
      'POST',
      '/_operator/visitors',
      'Add a visitor with no app link',
      async (call) => {
        const { worldId, slug } = await readVisitor(call)
        const world = requireWorld(call.state, worldId)
        if (world.kind === 'prime') throw invalidInput('worldId: the prime world takes no visitors')
        if (world.status !== 'running') throw invalidInput(`worldId: the world ${worldId} is ${world.status}`)
        const handle = visitorHandle(slug)
        const id = ambient.id('agent', world.tag)
        const made = database.transact(async (tx) => {
          await pinClock(tx)
          await requireFreeHandle(tx, world, handle)
          await arrive(tx, world, { id, handle }, call.at)
          await audit(tx, ambient, { at: call.at, action: 'visitor.create', target: id, detail: { worldId, slug } })
        })
        await orTaken(database.read, world, handle, made)
        return { data: { agentId: id, handle, worldId } }
      },
      { status: 201 },
    ),
  ]
}
