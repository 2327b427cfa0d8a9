import type { LoggedRequest, PageMeta } from '@agent-network/client'
import { type Child, h } from '../screens/dom.ts'
import { moreButton } from '../screens/more.ts'
import { badge, card, empty, moment, wideTable } from '../screens/pieces.ts'
import { portal } from './api.ts'
import { adviceFor } from './failures.ts'

interface Page {
  readonly data: readonly LoggedRequest[]
  readonly meta: PageMeta
}

/** A refusal says which check it met and what would help. */
function outcome({ status, code, refusedAt }: LoggedRequest): Child {
  if (code === null) return badge(String(status), status < 400 ? 'good' : 'bad')
  const advice = adviceFor(code)
  return h(
    'span',
    {},
    badge(String(status), 'bad'),
    ' ',
    h('code', {}, code),
    refusedAt === null ? null : h('span', { class: 'soft' }, ` at: ${refusedAt}`),
    advice === null ? null : h('span', { class: 'hint' }, advice),
  )
}

const left = (units: number | null): string => (units === null ? '—' : String(units))

const rowOf = (request: LoggedRequest): Child[] => [
  moment(request.at),
  h('code', {}, request.route),
  outcome(request),
  left(request.remaining),
  left(request.remainingToday),
]

const COLUMNS = ['When', 'Route', 'Answer', 'Left that minute', 'Left that day'] as const

export function requestLogCard(path: { appId: string; keyId: string }, first: Page): HTMLElement {
  const about = h('p', { class: 'soft' }, 'The last seven days, up to a thousand requests. Bodies are not kept.')
  if (first.data.length === 0) return card('Requests', null, about, empty('This key has not been used yet.'))
  const shownTable = wideTable('Requests with this key, newest first', COLUMNS, first.data.map(rowOf))
  const rows = shownTable.querySelector('tbody')!
  let page = 1
  const more = moreButton('Load older requests', async () => {
    page += 1
    const { data, meta } = await portal.listKeyRequests({ path, query: { perPage: 25, page } })
    rows.append(...wideTable('', COLUMNS, data.map(rowOf)).querySelectorAll('tbody tr'))
    return meta.hasMore
  })
  more.hidden = !first.meta.hasMore
  return card('Requests', null, about, shownTable, more)
}
