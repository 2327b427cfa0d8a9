// The request search screen.
import type { LoggedRequestOfKey } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { filled } from '../screens/filled.ts'
import { field, form } from '../screens/form.ts'
import { moreButton } from '../screens/more.ts'
import { badge, card, empty, moment, wideTable } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { operator } from './api.ts'
import { linkTo } from './places.ts'

interface Filters {
  readonly key?: string
  readonly route?: string
  readonly status?: string
  readonly code?: string
  readonly requestId?: string
}

const COLUMNS = ['Time', 'Key', 'Route', 'Response', 'Rejected by', 'Request'] as const

const rowOf = ({ at, keyId, route, status, code, refusedAt, requestId }: LoggedRequestOfKey): Child[] => [
  moment(at),
  h('a', { href: linkTo('key', { id: keyId }) }, h('code', {}, keyId)),
  h('code', {}, route),
  h(
    'span',
    {},
    badge(String(status), status < 400 ? 'good' : status < 500 ? 'warm' : 'bad'),
    ' ',
    code === null ? null : h('code', {}, code),
  ),
  refusedAt ?? '—',
  h('code', { class: 'small' }, requestId ?? '—'),
]

/** Logged requests that match the filters, newest first. */
export async function requestsOf({
  key = '',
  route = '',
  status = '',
  code = '',
  requestId = '',
}: Filters): Promise<HTMLElement> {
  const query = filled({ key, route, code, requestId, perPage: 50 })
  const wanted = status === '' ? {} : { status: Number(status) }
  const first = await operator.listRequests({ query: { ...query, ...wanted } })
  const about = h('p', { class: 'soft' }, 'The last 7 days, up to 1,000 requests per key. Bodies are not stored.')
  let cursor = first.meta.nextCursor
  if (first.data.length === 0 && cursor === null) return card('Requests', null, about, empty('No requests found.'))
  const requestTable = wideTable('Requests, newest first', COLUMNS, first.data.map(rowOf))
  const more = moreButton('Load older requests', async () => {
    const { data, meta } = await operator.listRequests({ query: { ...query, ...wanted, cursor: cursor! } })
    requestTable.querySelector('tbody')!.append(...wideTable('', COLUMNS, data.map(rowOf)).querySelectorAll('tbody tr'))
    cursor = meta.nextCursor
    return cursor !== null
  })
  more.hidden = cursor === null
  return card('Requests', null, about, requestTable, more)
}

export async function requestsScreen(): Promise<Screen> {
  const results = h('div', {}, await requestsOf({}))
  return {
    title: 'Requests',
    body: [
      heading('Requests'),
      card(
        'Search in all keys',
        null,
        form(
          [
            h(
              'div',
              { class: 'filters' },
              field({ name: 'requestId', label: 'Request-Id', optional: true, max: 64 }),
              field({ name: 'key', label: 'Key id', optional: true, max: 256 }),
              field({ name: 'route', label: 'Route', optional: true, max: 64 }),
              field({
                name: 'status',
                label: 'Status',
                optional: true,
                pattern: '[1-5][0-9][0-9]',
                rule: 'Enter three digits.',
              }),
              field({ name: 'code', label: 'Code', optional: true, max: 64 }),
            ),
          ],
          { send: 'Search' },
          async ({ text }) => {
            const of = (name: string): string => text(name).trim()
            results.replaceChildren(
              await requestsOf({
                key: of('key'),
                route: of('route'),
                status: of('status'),
                code: of('code'),
                requestId: of('requestId'),
              }),
            )
          },
        ),
      ),
      results,
    ],
  }
}
