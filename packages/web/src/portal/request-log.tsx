// The request log of a key.
import type { LoggedRequest } from '@agent-network/client'
import { useSignal } from '@preact/signals'
import { filled } from '../components/filled.ts'
import { Field, type Option, Select } from '../components/form.tsx'
import { More, openList, type PagedList } from '../components/list.tsx'
import { Card, CopyableCode, Empty, Facts, Moment, StatusBadge } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { adviceFor } from './failures.ts'
import { GATE_WORDS } from './words.ts'

type Path = { readonly appId: string; readonly keyId: string }
type Filters = {
  readonly outcome: 'answered' | 'refused' | ''
  readonly route: string
  readonly requestId: string
}
type RequestLog = PagedList<LoggedRequest, Filters>

const OUTCOMES = [
  ['', 'All responses'],
  ['answered', 'Successful'],
  ['refused', 'Rejected'],
] as const satisfies readonly Option[]

export const openRequestLog = (path: Path): Promise<RequestLog> =>
  openList({
    filters: { outcome: '', route: '', requestId: '' },
    load: (filters: Filters, { page }) =>
      portal.listKeyRequests({ path, query: { ...filled(filters), perPage: 25, page } }),
  })

const unitsText = (units: number | null): string => (units === null ? '—' : units.toLocaleString())
const docsPage = (path: string): string => new URL(`../docs/${path}`, import.meta.url).href

/** Details of one request. Parameters and bodies are not stored. */
const Detail = ({ at, route, status, code, refusedAt, remaining, remainingToday, requestId }: LoggedRequest) => (
  <Facts
    of={{
      When: new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' }),
      'Request-Id': requestId === null ? '—' : <CopyableCode what="Request-Id">{requestId}</CopyableCode>,
      Route: <a href={docsPage(`search?q=${encodeURIComponent(route)}`)}>{route}</a>,
      Status: status,
      ...(code !== null && { Code: <a href={docsPage(`errors/${encodeURIComponent(code)}`)}>{code}</a> }),
      ...(refusedAt !== null && { 'Rejected by': GATE_WORDS[refusedAt] }),
      'Remaining in that minute': unitsText(remaining),
      'Remaining on that day': unitsText(remainingToday),
    }}
  />
)

function Line(request: LoggedRequest) {
  const isOpen = useSignal(false)
  const { at, route, status, code } = request
  const advice = code === null ? null : adviceFor(code)
  return (
    <li>
      <details
        class="request"
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open
        }}
      >
        <summary>
          <span class="soft">
            <Moment at={at} />
          </span>
          <code>{route}</code>
          <StatusBadge status={status} />
          {code !== null && <code class="code">{code}</code>}
          {advice !== null && <span class="hint">{advice}</span>}
        </summary>
        <div class="detail">{isOpen.value && <Detail {...request} />}</div>
      </details>
    </li>
  )
}

/** The log of a key: one expandable line per request. */
export function RequestLogCard({ list }: { list: RequestLog }) {
  const isFiltered = useSignal(false)
  const ask = (change: Partial<Filters>): void => {
    isFiltered.value = true
    void list.ask(change)
  }
  const isEmpty = list.items.value.length === 0
  return (
    <Card title="Requests">
      <p class="soft">The last 7 days, up to 1,000 requests. Bodies are not stored.</p>
      {isEmpty && !isFiltered.value ? (
        <Empty>This key has not been used yet.</Empty>
      ) : (
        <>
          <div class="filters">
            <Select
              name="outcome"
              label="Response"
              options={OUTCOMES}
              onChoice={(outcome) => ask({ outcome: outcome as Filters['outcome'] })}
            />
            <Field name="route" label="Route" optional max={64} onChoice={(route) => ask({ route })} />
            <Field name="requestId" label="Request-Id" optional max={64} onChoice={(requestId) => ask({ requestId })} />
          </div>
          {isEmpty && <Empty>No requests match these filters.</Empty>}
          <ol class="requests" aria-label="Requests with this key, newest first">
            {list.items.value.map((request, n) => (
              <Line key={request.requestId ?? n} {...request} />
            ))}
          </ol>
          <More list={list} text="Load older requests" />
        </>
      )}
    </Card>
  )
}
