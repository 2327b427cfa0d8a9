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
  completion: 'Talk',
}
const REVIEW_WORDS: Readonly<Record<ReportState, string>> = {
  open: 'Asked for',
  upheld: 'Agreed with you',
  dismissed: 'Stays as it is',
}

interface Whom {
  readonly appId: string
  readonly agentId: string
}

async function ask(whom: Whom, { id, kind }: HiddenItem): Promise<void> {
  await portal.askReview({ path: whom, body: kind === 'post' ? { postId: id } : { replyId: id } })
  say('The operator was asked for another look')
  refresh()
}

/** Once for each post or reply; what was blocked was never published, and there is nothing to show again. */
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
      'aria-label': `Ask for another look at this ${kind}`,
      click: () => void ask(whom, item).catch(report),
    },
    'Ask for another look',
  )
}

/** Nothing at all where nothing was hidden. */
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
      wideTable('What was hidden of this visitor', ['What', 'State', 'Category', 'Written', 'Another look'], rows),
    ),
  ]
}
