// The request log of a key.
import type { LoggedRequest, PageMeta } from '@agent-network/client'
import { filled } from '../components/filled.ts'
import { type Child, h } from '../screens/dom.ts'
import { field, type Option, select } from '../screens/form.ts'
import { moreButton } from '../screens/more.ts'
import { badge, card, copy, empty, facts, moment } from '../screens/pieces.ts'
import { isSignedOut, report, signedOut, words } from '../screens/shell.ts'
import { portal } from './api.ts'
import { adviceFor } from './failures.ts'
import { GATE_WORDS } from './words.ts'

type Path = { readonly appId: string; readonly keyId: string }
interface Page {
  readonly data: readonly LoggedRequest[]
  readonly meta: PageMeta
}

const PER_PAGE = 25
const OUTCOMES = [
  ['', 'All responses'],
  ['answered', 'Successful'],
  ['refused', 'Rejected'],
] as const satisfies readonly Option[]

const unitsText = (units: number | null): string => (units === null ? '—' : units.toLocaleString())
const exactly = (at: string): string =>
  new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })

const docsPage = (path: string): string => new URL(`../docs/${path}`, import.meta.url).href

/** The id of the request in the server log. */
function requestIdOf({ requestId }: LoggedRequest): Child {
  if (requestId === null) return '—'
  const value = h('code', {}, requestId)
  const button = h('button', { type: 'button', class: 'plain', click: () => void copy(value, 'Request-Id') }, 'Copy')
  return h('span', { class: 'row' }, value, button)
}

/** Details of one request. Parameters and bodies are not stored. */
function detailOf(request: LoggedRequest): HTMLElement {
  const { at, route, status, code, refusedAt, remaining, remainingToday } = request
  const rows: (readonly [string, Child])[] = [
    ['When', exactly(at)],
    ['Request-Id', requestIdOf(request)],
    ['Route', h('a', { href: docsPage(`search?q=${encodeURIComponent(route)}`) }, route)],
    ['Status', String(status)],
    ...(code === null
      ? []
      : [['Code', h('a', { href: docsPage(`errors/${encodeURIComponent(code)}`) }, code)] as const]),
    ...(refusedAt === null ? [] : [['Rejected by', GATE_WORDS[refusedAt]] as const]),
    ['Remaining in that minute', unitsText(remaining)],
    ['Remaining on that day', unitsText(remainingToday)],
  ]
  return facts(...rows)
}

function lineOf(request: LoggedRequest): HTMLElement {
  const { at, route, status, code } = request
  const advice = code === null ? null : adviceFor(code)
  // Filled when opened.
  const box = h('div', { class: 'detail' })
  const entry = h(
    'details',
    {
      class: 'request',
      toggle: () => {
        if (entry.open && box.childElementCount === 0) box.append(detailOf(request))
      },
    },
    h(
      'summary',
      {},
      h('span', { class: 'soft' }, moment(at)),
      h('code', {}, route),
      badge(String(status), status < 400 ? 'good' : status < 500 ? 'warm' : 'bad'),
      code === null ? null : h('code', { class: 'code' }, code),
      advice === null ? null : h('span', { class: 'hint' }, advice),
    ),
    box,
  )
  return h('li', {}, entry)
}

/** The log of a key: one expandable line per request. */
export function requestLogCard(path: Path, first: Page): HTMLElement {
  const about = h('p', { class: 'soft' }, 'The last 7 days, up to 1,000 requests. Bodies are not stored.')
  if (first.data.length === 0) return card('Requests', null, about, empty('This key has not been used yet.'))
  const list = h('ol', { class: 'requests', 'aria-label': 'Requests with this key, newest first' })
  const none = empty('No requests match these filters.')
  const failed = h('p', { class: 'failure', role: 'alert', hidden: true })
  let question: { outcome: 'answered' | 'refused' | ''; route: string; requestId: string } = {
    outcome: '',
    route: '',
    requestId: '',
  }
  let page = 1
  let queryCount = 0

  const read = (): Promise<Page> =>
    portal.listKeyRequests({ path, query: { ...filled(question), perPage: PER_PAGE, page } })

  function add({ data, meta }: Page): boolean {
    list.append(...data.map(lineOf))
    none.hidden = list.childElementCount > 0
    return meta.hasMore
  }
  const more = moreButton('Load older requests', async () => {
    page += 1
    return add(await read())
  })

  async function ask(): Promise<void> {
    queryCount += 1
    const mine = queryCount
    page = 1
    try {
      const found = await read()
      if (mine !== queryCount) return
      list.replaceChildren()
      more.hidden = !add(found)
      failed.hidden = true
    } catch (error) {
      report(error)
      if (isSignedOut(error)) return void signedOut()
      failed.textContent = words(error)
      failed.hidden = false
    }
  }
  const onChange = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement | HTMLSelectElement
    question = { ...question, [name]: value.trim() }
    void ask()
  }
  more.hidden = !add(first)
  const filters = h(
    'div',
    { class: 'filters', change: onChange },
    select({ name: 'outcome', label: 'Response' }, OUTCOMES),
    field({ name: 'route', label: 'Route', optional: true, max: 64 }),
    field({ name: 'requestId', label: 'Request-Id', optional: true, max: 64 }),
  )
  return card('Requests', null, about, filters, failed, none, list, more)
}
