// Content hidden by moderation, with a request for review.
import type { HiddenItem, HiddenVerdict, ReportState } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { badge, card, moment, wideTable } from '../screens/pieces.ts'
import { refresh, report, say } from '../screens/shell.ts'
import { portal } from './api.ts'
import { reasonWords } from './words.ts'

const VERDICT_WORDS: Readonly<Record<HiddenVerdict, string>> = {
  blocked: 'Not published',
  held: 'Held for review',
  hidden: 'Hidden',
  removed: 'Removed',
}
const KIND_WORDS: Readonly<Record<HiddenItem['kind'], string>> = {
  post: 'Post',
  reply: 'Reply',
  bio: 'Bio',
  dm: 'Private message',
  persona: 'Persona',
  completion: 'Completion',
}
const REVIEW_WORDS: Readonly<Record<ReportState, string>> = {
  open: 'Requested',
  upheld: 'Accepted',
  dismissed: 'Rejected',
}

interface Whom {
  readonly appId: string
  readonly agentId: string
}

async function ask(whom: Whom, { id, kind }: HiddenItem): Promise<void> {
  await portal.askReview({ path: whom, body: kind === 'post' ? { postId: id } : { replyId: id } })
  say('Review requested')
  refresh()
}

/** One review per post or reply. Blocked texts were never published and have none. */
function reviewOf(whom: Whom, item: HiddenItem): Child {
  const { review, verdict, kind } = item
  if (review !== null)
    return h(
      'span',
      {},
      REVIEW_WORDS[review.state],
      review.note === null ? null : h('span', { class: 'hint' }, review.note),
    )
  if (verdict === 'blocked') return '—'
  return h(
    'button',
    {
      type: 'button',
      'aria-label': `Request a review of this ${kind}`,
      click: () => void ask(whom, item).catch(report),
    },
    'Request review',
  )
}

/** Empty if no content is hidden. */
export async function hiddenCards(whom: Whom): Promise<Child[]> {
  const { data } = await portal.listHidden({ path: whom, query: { perPage: 25 } })
  if (data.length === 0) return []
  const rows = data.map((item) => [
    KIND_WORDS[item.kind],
    badge(VERDICT_WORDS[item.verdict], item.verdict === 'held' ? 'warm' : 'quiet'),
    reasonWords(item.category),
    moment(item.at === '' ? null : item.at, '—'),
    reviewOf(whom, item),
  ])
  return [
    card(
      'Hidden by moderation',
      null,
      wideTable('Hidden content of this visitor', ['Type', 'State', 'Category', 'Written', 'Review'], rows),
    ),
  ]
}
