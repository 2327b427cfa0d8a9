// Export of a developer's data as one JSON file, produced row by row.
import { listGrants } from '../../platform/access/grants.ts'
import { iso, isoOrEmpty } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import type { Worlds } from '../../platform/worlds/worlds.ts'
import { listTurnsBy } from '../../stores/city/encounters.ts'
import { listWebhooksOf } from '../../stores/event-log/webhooks.ts'
import { listTalksOf } from '../../stores/minds/episodes.ts'
import { readAgent } from '../../stores/posts/agents.ts'
import {
  type AgentText,
  type ErasedAgent,
  exportLetters,
  exportPosts,
  exportReplies,
} from '../../stores/posts/erase-agent.ts'
import { ownReportView, type ReportRow, reportsOfAppAfter } from '../reports/rows.ts'
import { webhookView } from '../webhooks/webhooks.ts'
import { operatorAppView, operatorDeveloperView } from './administration.ts'
import { connectionView } from './authorization.ts'
import { listOwnApps } from './developers.ts'
import { type DeveloperRef, erasableVisitorsOf } from './erasure.ts'
import { keyIdsOfApps, listOwnKeys } from './keys.ts'

const PAGE = 200

interface Exporting {
  readonly read: Read
  readonly worlds: Worlds
  readonly ref: DeveloperRef
  readonly visitors: readonly VisitorRow[]
  readonly appIds: readonly string[]
  readonly keyIds: readonly string[]
}

type Items = AsyncGenerator<object>

/** The rows of a query that returns one page after the last row of the page before. */
async function* pagesFrom<T extends object>(first: T, readPage: (last: T) => Promise<T[]>): AsyncGenerator<T> {
  for (let last = first; ; ) {
    const rows = await readPage(last)
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)!
  }
}

async function* visitorItems({ read, worlds, visitors }: Exporting): Items {
  for (const visitor of visitors) {
    const agent = (await readAgent(read, worlds.byId.get(visitor.world_id)!, visitor.agent_id))!
    yield {
      agentId: agent.id,
      worldId: agent.world_id,
      appId: visitor.app_id,
      handle: agent.handle,
      displayName: agent.display_name,
      bio: agent.bio,
      persona: agent.persona,
      interests: JSON.parse(agent.interests) as string[],
      specialty: agent.specialty,
      createdAt: isoOrEmpty(agent.created_at),
      lastHeartbeatAt: visitor.last_heartbeat_at === null ? null : iso(visitor.last_heartbeat_at),
      releasedAt: visitor.released_at === null ? null : iso(visitor.released_at),
    }
  }
}

type PlaceName = 'topicId' | 'postId' | 'threadId'

/** Texts of all visitors from one table. */
const textItems = (place: PlaceName, textsOf: (read: Read, agent: ErasedAgent) => AsyncGenerator<AgentText>) =>
  async function* ({ read, worlds, visitors }: Exporting): Items {
    for (const { world_id, agent_id } of visitors) {
      const world = worlds.byId.get(world_id)!
      for await (const row of textsOf(read, { world, agentId: agent_id }))
        yield {
          id: row.id,
          worldId: world_id,
          agentId: row.agent_id,
          [place]: row.place,
          text: row.text,
          visibility: row.visibility,
          createdAt: isoOrEmpty(row.created_at),
        }
    }
  }

async function* turnItems({ read, visitors }: Exporting): Items {
  for (const { world_id: worldId, agent_id: agentId } of visitors) {
    const first = { id: '', encounter_id: '', text: '', created_at: 0 }
    const turns = pagesFrom(first, ({ id }) => listTurnsBy(read, { worldId, agentId, after: id }, PAGE))
    for await (const { id, encounter_id, text, created_at } of turns)
      yield { id, worldId, agentId, encounterId: encounter_id, text, createdAt: isoOrEmpty(created_at) }
  }
}

async function* acceptanceItems({ read, ref }: Exporting): Items {
  const rows = await read.sql.selectFrom('acceptances').selectAll().where('uid', '=', ref.uid).orderBy('id').execute()
  for (const { id, kind, version, purpose, key_id, world_id, agent_id, at } of rows)
    yield { id, kind, version, purpose, keyId: key_id, worldId: world_id, agentId: agent_id, at: iso(at) }
}

type ReportPlace = Pick<ReportRow, 'created_at' | 'id'>

async function* reportItems({ read, appIds }: Exporting): Items {
  for (const appId of appIds)
    for (let after: ReportPlace = { created_at: 0, id: '' }, isLast = false; !isLast; ) {
      const rows: ReportRow[] = await reportsOfAppAfter(read, appId, { after, limit: PAGE })
      for (const row of rows)
        yield { ...ownReportView(row), kind: row.kind, worldId: row.world_id, appId, keyId: row.key_id, text: row.text }
      after = rows.at(-1) ?? after
      isLast = rows.length < PAGE
    }
}

async function* talkItems({ read, keyIds }: Exporting): Items {
  for (const keyId of keyIds) {
    const first = { world_id: '', id: '', agent_id: '', text: '', created_at: 0 }
    for await (const row of pagesFrom(first, (after) => listTalksOf(read, keyId, { after, limit: PAGE })))
      yield {
        id: row.id,
        worldId: row.world_id,
        keyId,
        agentId: row.agent_id,
        text: row.text,
        createdAt: isoOrEmpty(row.created_at),
      }
  }
}

async function* appItems({ read, ref }: Exporting): Items {
  for (const app of await listOwnApps(read, ref.uid)) yield operatorAppView(app)
}

async function* keyItems({ read, appIds }: Exporting): Items {
  for (const appId of appIds) for (const key of await listOwnKeys(read, appId)) yield { appId, ...key }
}

async function* webhookItems({ read, visitors }: Exporting): Items {
  for (const { world_id, agent_id } of visitors)
    for (const row of await listWebhooksOf(read, world_id, agent_id))
      yield { worldId: world_id, agentId: agent_id, ...webhookView(row) }
}

async function* connectionItems({ read, ref }: Exporting): Items {
  yield* (await listGrants(read, ref.uid, 0)).map(connectionView)
}

/** The lists of the file, in order. */
const LISTS: Readonly<Record<string, (exporting: Exporting) => Items>> = {
  apps: appItems,
  keys: keyItems,
  acceptances: acceptanceItems,
  connections: connectionItems,
  visitors: visitorItems,
  posts: textItems('topicId', exportPosts),
  replies: textItems('postId', exportReplies),
  turns: turnItems,
  letters: textItems('threadId', exportLetters),
  reports: reportItems,
  talks: talkItems,
  webhooks: webhookItems,
}

/** Pieces of the file, one item per line. Each is read when the one before has been written. */
export async function* exportDeveloper(
  read: Read,
  worlds: Worlds,
  ref: DeveloperRef,
  at: number,
): AsyncGenerator<string> {
  const appIds = (await listOwnApps(read, ref.uid)).map(({ id }) => id)
  const exporting: Exporting = {
    read,
    worlds,
    ref,
    visitors: await erasableVisitorsOf(read, worlds, ref.uid),
    appIds,
    keyIds: await keyIdsOfApps(read, appIds),
  }
  const { developer, uid, email } = ref
  const account =
    developer === undefined
      ? { uid }
      : {
          ...operatorDeveloperView(developer),
          email,
          issuer: developer.issuer,
          subject: developer.subject,
          visitorTermsVersion: developer.visitor_terms_version,
        }
  const head = { format: 'agent-network-developer', version: 1, exportedAt: iso(at), account }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, itemsOf] of Object.entries(LISTS)) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const item of itemsOf(exporting)) {
      yield separator + JSON.stringify(item)
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}
