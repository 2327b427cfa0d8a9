import type { HiddenItem, Paging, ReportReceipt, ReviewBody } from '@agent-network/contract'
import { listModeratedOf } from '../content/moderated.ts'
import { readAnyPost } from '../content/posts.ts'
import { readAnyReply } from '../content/replies.ts'
import { readVerdict } from '../content/verdicts.ts'
import type { Ambient } from '../core/ambient.ts'
import type { Page } from '../core/paging.ts'
import { notFound, Refusal } from '../core/refusal.ts'
import { isPossibleId } from '../core/text.ts'
import type { Read, Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import { addReview, outcomeView, type ReportRow, reportsAbout } from './rows.ts'

/** Where an operator hid something and said nothing more. */
const NO_CATEGORY = 'other'

/** What moderation or the operator said; else what it was reported for, where that was upheld. */
const categoryOf = (said: string | null | undefined, about: readonly ReportRow[]): string =>
  said ?? about.find(({ kind, state }) => kind === 'report' && state === 'upheld')?.reason ?? NO_CATEGORY

/** The visitor, whose owner asks. */
interface OfVisitor {
  readonly world: World
  readonly agentId: string
}

/** What was hidden of a visitor, newest first: its category, and never the rule or the text. */
export async function listHiddenOf(
  read: Read,
  { world, agentId, ...paging }: OfVisitor & Paging,
  at: number,
): Promise<Page<HiddenItem>> {
  const { items, hasMore } = await listModeratedOf(read, { worldId: world.id, agentId, ...paging }, at)
  const all = await reportsAbout(
    read,
    world.id,
    items.map(({ id }) => id),
  )
  return {
    hasMore,
    items: items.map(({ id, kind, verdict, category, at: when }) => {
      const about = all.filter(({ subject_id }) => subject_id === id)
      const review = about.find((one) => one.kind === 'review')
      return {
        id,
        kind,
        verdict,
        category: categoryOf(category, about),
        at: when,
        review: review === undefined ? null : outcomeView(review),
      }
    }),
  }
}

const HIDDEN: readonly string[] = ['quarantined', 'hidden', 'removed']

/** Another look at a post or reply of this visitor that nobody can see now: once for each, whatever came of it. */
export async function askReview(
  tx: Tx,
  {
    ambient,
    visitor: { world, agentId },
    appId,
    body,
  }: { ambient: Ambient; visitor: OfVisitor; appId: string; body: ReviewBody },
  at: number,
): Promise<ReportReceipt> {
  const [of, id] = 'postId' in body ? (['post', body.postId] as const) : (['reply', body.replyId] as const)
  const find = of === 'post' ? readAnyPost : readAnyReply
  const subject = isPossibleId(id) ? await find(tx, world, id) : undefined
  if (subject === undefined || subject.agent_id !== agentId || !HIDDEN.includes(subject.visibility))
    throw notFound(`Nothing hidden of this visitor has this ${of}Id; only what moderation hid can be looked at again`)
  const about = await reportsAbout(tx, world.id, [id])
  const asked = await addReview(tx, {
    world_id: world.id,
    id: ambient.id('review', world.tag),
    kind: 'review',
    reason: categoryOf((await readVerdict(tx, world.id, id))?.category, about),
    text: null,
    of_kind: of,
    subject_id: id,
    agent_id: agentId,
    key_id: null,
    app_id: appId,
    created_at: at,
  })
  if (asked === null)
    throw new Refusal('VISITOR_LIMIT_REACHED', {
      message: `Another look at this ${of} was asked for already; GET its id for the outcome`,
    })
  return { id: asked.id, state: 'open' }
}
