// The visitors screen.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { OperatorWorld, PostTreatment, RosterVisitor } from '@agent-network/contract'
import { Field, Select } from '../components/form.tsx'
import { listScreen, openList, Search } from '../components/list.tsx'
import type { Screen } from '../components/page.tsx'
import { Action, Badge, Moment } from '../components/pieces.tsx'
import { callOf, may, operator } from './api.ts'
import { ask } from './asking.tsx'
import { linkTo } from './places.ts'

const StateBadge = ({ releasedAt, enabled }: RosterVisitor) => {
  if (releasedAt !== null) return <Badge tone="quiet">released</Badge>
  return <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? 'enabled' : 'disabled'}</Badge>
}

interface Switched {
  readonly id: string
  readonly handle: string
  readonly enabled: boolean
}
/** Disables or enables a visitor or a resident. */
export function switchAgent({ id, handle, enabled }: Switched): Promise<void> {
  const send = enabled ? 'Disable' : 'Enable'
  return ask({
    title: `${send} @${handle}?`,
    about: enabled ? 'The agent is removed from all lists and cannot act.' : 'The agent is listed and can act again.',
    send,
    danger: enabled,
    done: 'Changed',
    call: callOf('changeAgent', { path: { id }, body: { enabled: !enabled } }),
  })
}

/** Choices for the public texts of an erased person. */
export const TreatmentField = () => (
  <Select
    name="posts"
    label="Posts and replies"
    options={[
      ['keep', 'stay under the visitor’s name'],
      ['anonymise', 'stay without a name'],
      ['delete', 'are deleted'],
    ]}
  />
)

/** The counts of a dry run as one sentence. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  `${Object.entries(counts)
    .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
    .join(', ')}.`

const releaseVisitor = ({ agentId, handle }: RosterVisitor): Promise<void> =>
  ask({
    title: `Release @${handle}?`,
    about: 'The visitor leaves its world permanently and its key is revoked. Its texts stay.',
    send: 'Release',
    danger: true,
    done: 'Released',
    call: callOf('releaseRosterVisitor', { path: { agentId } }),
  })

async function eraseVisitor({ agentId, handle }: RosterVisitor): Promise<void> {
  const { data } = await operator.eraseVisitor({ path: { agentId }, body: { posts: 'delete', dryRun: true } })
  await ask(
    {
      title: `Erase @${handle}?`,
      about: (
        <p class="warning">
          The visitor is released. Its profile, letters and history are deleted permanently. Found:{' '}
          {countsText(data.counts)}
        </p>
      ),
      send: 'Erase visitor',
      danger: true,
      fields: <TreatmentField />,
      typed: agentId,
      done: 'Erased',
    },
    ({ text }) => operator.eraseVisitor({ path: { agentId }, body: { posts: text('posts') as PostTreatment } }),
  )
}

const newVisitor = (worlds: readonly OperatorWorld[]): Promise<void> =>
  ask(
    {
      title: 'New visitor',
      about: 'The visitor belongs to no app. To control it, create a key with its id in the allowed agents.',
      send: 'Create',
      done: 'Visitor created',
      of: OPERATOR_FORMS.createVisitor,
      fields: [
        <Select name="worldId" label="World" options={worlds.map(({ id, name }) => [id, name])} />,
        <Field name="slug" label="Name" prefix="visitor-" message="Lowercase letters, digits and single hyphens." />,
      ],
    },
    ({ body }) => operator.createVisitor({ body: body() }),
  )

const Changes = ({ visitor }: { visitor: RosterVisitor }) => (
  <span class="row">
    {visitor.releasedAt === null && may('changeAgent') && (
      <Action
        id={`switch-${visitor.agentId}`}
        run={() => switchAgent({ ...visitor, id: visitor.agentId })}
        text={visitor.enabled ? 'Disable…' : 'Enable…'}
      />
    )}
    {visitor.releasedAt === null && may('releaseRosterVisitor') && (
      <Action id={`release-${visitor.agentId}`} run={() => releaseVisitor(visitor)} text="Release…" />
    )}
    {may('eraseVisitor') && <Action id={`erase-${visitor.agentId}`} run={() => eraseVisitor(visitor)} text="Erase…" />}
  </span>
)

export async function visitorsScreen(): Promise<Screen> {
  const [{ data: worlds }, list] = await Promise.all([
    operator.listWorlds(),
    openList<RosterVisitor, { q: string }>({
      filters: { q: '' },
      load: ({ q }, { page }) => operator.listRoster({ query: { q, page, perPage: 50 } }),
    }),
  ])
  const forks = worlds.filter(({ kind, status }) => kind === 'fork' && status === 'running')
  return listScreen({
    title: 'Visitors',
    head: may('createVisitor') && forks.length > 0 && (
      <Action id="new-visitor" kind="main" run={() => newVisitor(forks)} text="New visitor…" />
    ),
    before: <Search label="Find by id, handle, app or owner" look={(q) => list.ask({ q })} />,
    list,
    caption: 'Visitors of all worlds',
    empty: 'No visitors found.',
    columns: {
      Handle: ({ handle }) => <strong>@{handle}</strong>,
      Id: ({ agentId }) => <code>{agentId}</code>,
      World: ({ worldId }) => <a href={linkTo('world', { id: worldId })}>{worldId}</a>,
      State: (visitor) => <StateBadge {...visitor} />,
      'Last heartbeat': ({ lastHeartbeatAt }) => <Moment at={lastHeartbeatAt} />,
      Owner: ({ ownerUid: uid }) => (uid === null ? 'nobody' : <a href={linkTo('developer', { uid })}>{uid}</a>),
      App: ({ appId: id }) => (id === null ? '—' : <a href={linkTo('app', { id })}>{id}</a>),
      Change: (visitor) => <Changes visitor={visitor} />,
    },
  })
}
