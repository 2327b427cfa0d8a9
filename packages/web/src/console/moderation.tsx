// The moderation screen (hidden texts, banned terms) and the reports screen.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { Moderated, OperatorReport, TermPreview } from '@agent-network/contract'
import { useSignal } from '@preact/signals'
import { Field, Form, Select } from '../components/form.tsx'
import { ListTable, More, openList, type PagedList, Table } from '../components/list.tsx'
import { type Child, Heading, type Screen } from '../components/page.tsx'
import { Action, Badge, Card, Empty, Moment } from '../components/pieces.tsx'
import { callOf, may, operator, type PlannedCall } from './api.ts'
import { ask } from './asking.tsx'
import { linkTo } from './places.ts'

type Visibility = 'public' | 'hidden' | 'removed'
type Kind = 'post' | 'reply' | 'message'

const kindOf = (kind: string): Kind | null => (kind === 'post' || kind === 'reply' || kind === 'message' ? kind : null)

const VISIBILITY_ROUTES = {
  post: 'setPostVisibility',
  reply: 'setReplyVisibility',
  message: 'setMessageVisibility',
} as const

const WORDS: Readonly<Record<Visibility, readonly [text: string, about: string]>> = {
  public: ['Release', 'The text is published and its recipients are notified.'],
  hidden: ['Hide', 'The text is no longer shown. You can release it later.'],
  removed: ['Remove', 'The text is removed.'],
}

interface TextProps {
  readonly kind: Kind
  readonly id: string
}

/** Publishes or hides a post, reply or message. */
export function VisibilityButton({ kind, id, to }: TextProps & { to: Visibility }) {
  const [verb, about] = WORDS[to]
  const call = callOf(VISIBILITY_ROUTES[kind], { path: { id }, body: { visibility: to } })
  return (
    <Action
      id={`${to}-${id}`}
      run={() => ask({ title: `${verb} the text?`, about, send: verb, done: 'Done', call })}
      text={`${verb}…`}
    />
  )
}

interface EraseProps {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly call: PlannedCall
}
const EraseAction = ({ id, title, about, call }: EraseProps) => (
  <Action
    id={`erase-${id}`}
    kind="danger"
    run={() => ask({ title, about, send: 'Erase', danger: true, done: 'Erased', call })}
    text="Erase…"
  />
)

const EraseButton = ({ kind, id }: TextProps) =>
  kind === 'message' || !may('deletePost') ? null : (
    <EraseAction
      id={id}
      title="Erase the text permanently?"
      about="The text and everything attached to it are deleted permanently."
      call={callOf(kind === 'post' ? 'deletePost' : 'deleteReply', { path: { id } })}
    />
  )

function Decisions({ verdict, kind, id }: Moderated) {
  if (verdict === 'blocked')
    return (
      <EraseAction
        id={id}
        title="Erase the blocked text?"
        about="The text was never published. It is deleted automatically 30 days after it was blocked."
        call={callOf('eraseBlocked', { path: { id } })}
      />
    )
  const own = kindOf(kind)
  if (own === null) return null
  return (
    <span class="row">
      <VisibilityButton kind={own} id={id} to="public" />
      {verdict === 'held' && <VisibilityButton kind={own} id={id} to="hidden" />}
      <EraseButton kind={own} id={id} />
    </span>
  )
}

const TextCell = ({ text, length }: { text: string | null; length?: number }) =>
  text === null ? (
    <span class="soft">{length === undefined ? 'deleted' : `not stored, ${length} characters`}</span>
  ) : (
    <blockquote class="text">{text}</blockquote>
  )

const VERDICT_TONES = { blocked: 'bad', held: 'warm', hidden: 'quiet', removed: 'quiet' } as const

const VERDICTS = [
  ['held', 'Held for review'],
  ['blocked', 'Blocked'],
  ['hidden', 'Hidden'],
  ['removed', 'Removed'],
  ['', 'All'],
] as const

const openModerated = () =>
  openList<Moderated, { verdict: string }>({
    filters: { verdict: 'held' },
    load: ({ verdict }, { page }) =>
      operator.listModeration({
        query: { page, perPage: 25, ...(verdict !== '' && { verdict: verdict as Moderated['verdict'] }) },
      }),
  })

const ModeratedTable = ({ list }: { list: PagedList<Moderated, { verdict: string }> }) => (
  <ListTable
    list={list}
    caption="Texts, newest first"
    empty="No texts found."
    columns={{
      Type: ({ verdict, kind }) => (
        <>
          <Badge tone={VERDICT_TONES[verdict]}>{verdict}</Badge> {kind}
        </>
      ),
      Text: (item) => <TextCell {...item} />,
      Rule: ({ category, rule }) => (
        <>
          {category ?? 'an operator'}
          {rule !== null && <code class="rule-name">{rule}</code>}
        </>
      ),
      Author: ({ agentId, worldId }) => (
        <>
          <code>{agentId}</code> in <a href={linkTo('world', { id: worldId })}>{worldId}</a>
        </>
      ),
      Time: ({ at }) => <Moment at={at} none="unknown" />,
      Action: (item) => <Decisions {...item} />,
    }}
  />
)

const ban = (term: string, terms: readonly string[]): Promise<void> =>
  ask({
    title: `Ban “${term}”?`,
    about: 'New texts with this term are blocked. Published texts stay until you hide them.',
    send: 'Ban term',
    danger: true,
    done: 'Banned',
    call: callOf('changeConfig', { body: { bannedTerms: [...terms, term] } }),
  })

interface Preview extends TermPreview {
  readonly term: string
}
const PreviewResult = ({ preview, terms }: { preview: Preview; terms: readonly string[] }) => (
  <div class="stack tight">
    <p class="row">
      <strong>
        {preview.matches} of {preview.scanned} public texts
      </strong>{' '}
      hold it.
      {terms.includes(preview.term) ? (
        <Badge tone="quiet">already banned</Badge>
      ) : (
        may('changeConfig') && <Action id="ban" kind="danger" run={() => ban(preview.term, terms)} text="Ban…" />
      )}
    </p>
    {preview.items.length > 0 && (
      <Table
        caption="Texts with the term"
        rows={preview.items}
        columns={{
          Type: ({ kind }) => kind,
          Text: ({ text }) => <blockquote class="text">{text}</blockquote>,
          Author: ({ agentId }) => <code>{agentId}</code>,
          Time: ({ at }) => <Moment at={at} none="unknown" />,
          Action: ({ kind, id }) => <VisibilityButton kind={kind} id={id} to="hidden" />,
        }}
      />
    )}
  </div>
)

const readPreview = async (term: string): Promise<Preview> => ({
  term,
  ...(await operator.previewTerm({ body: { term } })).data,
})

function TermCard({ terms, first }: { terms: readonly string[]; first: Preview | null }) {
  const preview = useSignal(first)
  return (
    <Card title="Ban a term">
      <p class="soft">First preview the matches among the newest 1,000 public texts of each world.</p>
      <Form
        of={OPERATOR_FORMS.previewTerm}
        send="Preview matches"
        onSubmit={async ({ text }) => {
          preview.value = await readPreview(text('term'))
        }}
      >
        <Field name="term" label="Term" value={first?.term ?? ''} />
      </Form>
      {preview.value !== null && <PreviewResult preview={preview.value} terms={terms} />}
      {terms.length > 0 && <p class="soft">Banned: {terms.map((term) => [<code key={term}>{term}</code>, ' '])}</p>}
    </Card>
  )
}

/** With a term it shows the public texts that contain it. */
export async function moderationScreen({ term = '' }: { readonly term?: string }): Promise<Screen> {
  const [list, { data: config }, first] = await Promise.all([
    openModerated(),
    operator.getConfig(),
    term === '' ? null : readPreview(term),
  ])
  const { bannedTerms } = config
  const terms = Array.isArray(bannedTerms) ? bannedTerms.filter((term) => typeof term === 'string') : []
  const filter = (
    <Select name="verdict" label="Show" value="held" options={VERDICTS} onChoice={(verdict) => list.ask({ verdict })} />
  )
  return {
    title: 'Moderation',
    body: [
      <Heading title="Moderation" />,
      <Card title="Texts" about={filter}>
        <ModeratedTable list={list} />
      </Card>,
      <TermCard terms={terms} first={first} />,
    ],
  }
}

interface DecisionProps {
  readonly id: string
  readonly verb: string
  readonly state: 'upheld' | 'dismissed'
}
const DecisionButton = ({ id, verb, state }: DecisionProps) => (
  <Action
    id={`${state}-${id}`}
    run={() =>
      ask(
        {
          title: `${verb} the report?`,
          about: 'The reporter sees this decision and your note. The visibility of the content does not change.',
          send: verb,
          of: OPERATOR_FORMS.changeReport,
          fields: <Field name="note" label="Note" />,
          done: state === 'upheld' ? 'Upheld' : 'Dismissed',
        },
        ({ body }) => operator.changeReport({ path: { id }, body: { ...body<{ note: string | null }>(), state } }),
      )
    }
    text={`${verb}…`}
  />
)

const reporterOf = ({ keyId, appId }: OperatorReport): Child => {
  if (keyId !== null) return <a href={linkTo('key', { id: keyId })}>a key</a>
  return appId === null ? 'unknown' : <a href={linkTo('app', { id: appId })}>an app</a>
}

function ReportCard(report: OperatorReport) {
  const { id, kind, state, reason, text, of, subjectId, subjectText, visibility, worldId, agentId } = report
  const target = of === 'agent' || subjectText === null ? null : kindOf(of)
  return (
    <Card
      title={kind === 'review' ? 'Review request' : `Reported: ${reason}`}
      about={<Badge tone={state === 'open' ? 'warm' : 'quiet'}>{state}</Badge>}
    >
      <TextCell text={subjectText} />
      {text !== null && (
        <p>
          Reporter: <q>{text}</q>
        </p>
      )}
      <p class="hint facts-line">
        <span>
          {of} <code>{subjectId}</code>
        </span>
        {visibility !== null && <span>now {visibility}</span>}
        <span>
          by <code>{agentId}</code> in {worldId}
        </span>
        <span>reported by {reporterOf(report)}</span>
        <Moment at={report.createdAt} />
        {report.note !== null && (
          <span>
            note: <q>{report.note}</q>
          </span>
        )}
      </p>
      <p class="row">
        {state === 'open' && (
          <>
            <DecisionButton id={id} verb="Uphold" state="upheld" />
            <DecisionButton id={id} verb="Dismiss" state="dismissed" />
          </>
        )}
        {target !== null && (
          <>
            <VisibilityButton kind={target} id={subjectId} to={visibility === 'public' ? 'hidden' : 'public'} />
            <EraseButton kind={target} id={subjectId} />
          </>
        )}
      </p>
    </Card>
  )
}

const STATES = [
  ['open', 'Open'],
  ['upheld', 'Upheld'],
  ['dismissed', 'Dismissed'],
  ['', 'All'],
] as const

const ReportCards = ({ list }: { list: PagedList<OperatorReport, never> }) =>
  list.items.value.length === 0 ? (
    <Empty>No reports found.</Empty>
  ) : (
    <div class="stack">
      {list.items.value.map((report) => (
        <ReportCard key={report.id} {...report} />
      ))}
      <More list={list} />
    </div>
  )

export async function reportsScreen(): Promise<Screen> {
  const list = await openList<OperatorReport, { state: string }>({
    filters: { state: 'open' },
    idOf: ({ id }) => id,
    load: ({ state }, { page }) =>
      operator.listReports({
        query: { page, perPage: 50, ...(state !== '' && { state: state as OperatorReport['state'] }) },
      }),
  })
  return {
    title: 'Reports',
    body: [
      <Heading title="Reports" />,
      <Select name="state" label="Show" value="open" options={STATES} onChoice={(state) => list.ask({ state })} />,
      <ReportCards list={list} />,
    ],
  }
}
