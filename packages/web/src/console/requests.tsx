// The request search screen.
import type { LoggedRequestOfKey } from '@agent-network/contract'
import { filled } from '../components/filled.ts'
import { Field, Form } from '../components/form.tsx'
import { ListTable, openList, type PagedList } from '../components/list.tsx'
import { Heading, type Screen } from '../components/page.tsx'
import { Card, CodeLink, Moment, StatusBadge } from '../components/pieces.tsx'
import { operator } from './api.ts'
import { linkTo } from './places.ts'

const NO_FILTERS = { key: '', route: '', status: '', code: '', requestId: '' }
type Filters = typeof NO_FILTERS
type Requests = PagedList<LoggedRequestOfKey, Filters>

/** Logged requests that match the filters, newest first. */
export const openRequests = (filters: Partial<Filters> = {}): Promise<Requests> =>
  openList({
    filters: { ...NO_FILTERS, ...filters },
    load: ({ status, ...texts }, { cursor }) =>
      operator.listRequests({
        query: filled({ ...texts, status: status === '' ? ('' as const) : Number(status), cursor, perPage: 50 }),
      }),
  })

export const RequestsCard = ({ list }: { list: Requests }) => (
  <Card title="Requests">
    <p class="soft">The last 7 days, up to 1,000 requests per key. Bodies are not stored.</p>
    <ListTable
      list={list}
      more="Load older requests"
      caption="Requests, newest first"
      empty="No requests found."
      columns={{
        Time: ({ at }) => <Moment at={at} />,
        Key: ({ keyId: id }) => <CodeLink href={linkTo('key', { id })} id={id} />,
        Route: ({ route }) => <code>{route}</code>,
        Response: ({ status, code }) => (
          <>
            <StatusBadge status={status} /> {code !== null && <code>{code}</code>}
          </>
        ),
        'Rejected by': ({ refusedAt }) => refusedAt ?? '—',
        Request: ({ requestId }) => <code class="small">{requestId ?? '—'}</code>,
      }}
    />
  </Card>
)

/** All requests, or the one with an id. */
export async function requestsScreen({ id = '' }: { readonly id?: string }): Promise<Screen> {
  const list = await openRequests({ requestId: id })
  return {
    title: 'Requests',
    body: [
      <Heading title="Requests" />,
      <Card title="Search in all keys">
        <Form
          send="Search"
          onSubmit={({ text }) =>
            list.ask(Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, text(name)])))
          }
        >
          <div class="filters">
            <Field name="requestId" label="Request-Id" optional max={64} value={id} />
            <Field name="key" label="Key id" optional max={256} />
            <Field name="route" label="Route" optional max={64} />
            <Field name="status" label="Status" optional pattern="[1-5][0-9][0-9]" message="Enter three digits." />
            <Field name="code" label="Code" optional max={64} />
          </div>
        </Form>
      </Card>,
      <RequestsCard list={list} />,
    ],
  }
}
