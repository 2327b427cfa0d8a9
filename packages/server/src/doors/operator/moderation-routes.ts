import { LIMITS, OPERATOR_ROUTES } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { eraseBlock, readBlock } from '../../content/blocks.ts'
import { listModerated } from '../../content/moderated.ts'
import { pageMeta } from '../../core/paging.ts'
import { invalidInput, notFound, Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { decideReport, listReports } from '../../reports/decisions.ts'
import { previewTerm } from '../../reports/preview.ts'
import { faultOfWords, purgedIds } from '../../reports/reporting.ts'
import { findById, isPurged, type World, type Worlds } from '../../worlds/worlds.ts'
import { bind, type OperatorBound } from './bind.ts'

/** The world that was named, or all of them, newest first. */
function worldsToLookAt({ byId }: Worlds, worldId: string | undefined): World[] {
  const there = [...byId.values()].filter((world) => !isPurged(world))
  if (worldId === undefined) return there.sort((a, b) => b.createdAt - a.createdAt)
  const named = there.filter(({ id }) => id === worldId)
  if (named.length === 0) throw new Refusal('WORLD_NOT_FOUND')
  return named
}

export function moderationRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database } = deps
  const { read } = database
  return [
    bind(OPERATOR_ROUTES.listModeration, async ({ query, state, at }) => {
      const page = await listModerated(read, { ...query, purged: purgedIds(state.worlds) }, at)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.eraseBlocked, async ({ path: { id }, state, at }) => {
      await database.transact(
        async (tx) => {
          const block = await findById(tx, state.worlds, id, (world) => readBlock(tx, world, id))
          if (block === null)
            throw notFound(
              'Blocked text not found: erased, or older than 30 days; GET /_operator/moderation?verdict=blocked lists them',
            )
          await eraseBlock(tx, block)
          await audit(tx, ambient, { at, action: 'moderation.erase', target: id })
        },
        { quiet: true },
      )
      return { data: { id, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.previewTerm, async ({ body: { term, worldId }, state }) => ({
      data: await previewTerm(deps, term, worldsToLookAt(state.worlds, worldId)),
    })),
    bind(OPERATOR_ROUTES.listReports, async ({ query, state }) => {
      const page = await listReports(read, state.worlds, query)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.changeReport, async ({ path: { id }, body, state, at }) => {
      const fault = faultOfWords('note', body.note, LIMITS.reports.noteMaxChars)
      if (fault !== null) throw invalidInput(fault)
      const change = { ambient, worlds: state.worlds, id, change: body }
      return { data: await database.transact((tx) => decideReport(tx, change, at), { quiet: true }) }
    }),
  ]
}
