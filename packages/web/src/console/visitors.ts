// The visitors screen.
import type { OperatorWorld, PostTreatment, RosterVisitor } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { field, select } from '../screens/form.ts'
import { badge, card, moment } from '../screens/pieces.ts'
import { heading, type Screen } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { searchable } from './listing.ts'
import { linkTo } from './places.ts'

const stateBadge = ({ releasedAt, enabled }: RosterVisitor): HTMLElement =>
  releasedAt !== null ? badge('released', 'quiet') : enabled ? badge('enabled', 'good') : badge('disabled', 'bad')

const switchVisitor = ({ agentId, handle, enabled }: RosterVisitor): Promise<void> => {
  const body = { enabled: !enabled }
  return ask(
    {
      title: `${enabled ? 'Disable' : 'Enable'} @${handle}?`,
      about: enabled
        ? 'The visitor is removed from all lists and cannot act.'
        : 'The visitor is listed and can act again.',
      send: enabled ? 'Disable' : 'Enable',
      danger: enabled,
      done: 'Changed',
      call: { method: 'PATCH', path: `/_operator/agents/${encodeURIComponent(agentId)}`, body },
    },
    () => operator.changeAgent({ path: { id: agentId }, body }),
  )
}

/** Choices for the public texts of an erased person. */
export const treatmentField = (): HTMLElement =>
  select({ name: 'posts', label: 'Posts and replies' }, [
    ['keep', 'stay under the visitor’s name'],
    ['anonymise', 'stay without a name'],
    ['delete', 'are deleted'],
  ])

/** The counts of a dry run as one sentence. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  `${Object.entries(counts)
    .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
    .join(', ')}.`

const releaseVisitor = ({ agentId, handle }: RosterVisitor): Promise<void> =>
  ask(
    {
      title: `Release @${handle}?`,
      about: 'The visitor leaves its world permanently and its key is revoked. Its texts stay.',
      send: 'Release',
      danger: true,
      done: 'Released',
      call: { method: 'POST', path: `/_operator/visitors/${encodeURIComponent(agentId)}/release` },
    },
    () => operator.releaseRosterVisitor({ path: { agentId } }),
  )

async function eraseVisitor({ agentId, handle }: RosterVisitor): Promise<void> {
  const { data } = await operator.eraseVisitor({ path: { agentId }, body: { posts: 'delete', dryRun: true } })
  await ask(
    {
      title: `Erase @${handle}?`,
      about: h(
        'p',
        { class: 'warning' },
        'The visitor is released. Its profile, letters and history are deleted permanently. Found: ',
        countsText(data.counts),
      ),
      send: 'Erase visitor',
      danger: true,
      fields: [treatmentField()],
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
      fields: [
        select(
          { name: 'world', label: 'World' },
          worlds.map(({ id, name }) => [id, name] as const),
        ),
        field({
          name: 'slug',
          label: 'Name',
          prefix: 'visitor-',
          min: 2,
          max: 32,
          pattern: '[a-z0-9]+(-[a-z0-9]+)*',
          rule: 'Lowercase letters, digits and single hyphens.',
        }),
      ],
    },
    ({ text }) => operator.createVisitor({ body: { worldId: text('world'), slug: text('slug') } }),
  )

export async function visitorsScreen(): Promise<Screen> {
  const { data: worlds } = await operator.listWorlds()
  const forks = worlds.filter(({ kind, status }) => kind === 'fork' && status === 'running')
  const { box, list } = await searchable<RosterVisitor>('Find by id, handle, app or owner', (q) => ({
    caption: 'Visitors of all worlds',
    columns: ['Handle', 'Id', 'World', 'State', 'Last heartbeat', 'Owner', 'App', 'Change'],
    row: (visitor) => [
      h('strong', {}, `@${visitor.handle}`),
      h('code', {}, visitor.agentId),
      h('a', { href: linkTo('world', { id: visitor.worldId }) }, visitor.worldId),
      stateBadge(visitor),
      moment(visitor.lastHeartbeatAt),
      visitor.ownerUid === null
        ? 'nobody'
        : h('a', { href: linkTo('developer', { uid: visitor.ownerUid }) }, visitor.ownerUid),
      visitor.appId === null ? '—' : h('a', { href: linkTo('app', { id: visitor.appId }) }, visitor.appId),
      h(
        'span',
        { class: 'row' },
        visitor.releasedAt === null &&
          may('changeAgent') &&
          action(`switch-${visitor.agentId}`, visitor.enabled ? 'Disable…' : 'Enable…', () => switchVisitor(visitor)),
        visitor.releasedAt === null &&
          may('releaseRosterVisitor') &&
          action(`release-${visitor.agentId}`, 'Release…', () => releaseVisitor(visitor)),
        may('eraseVisitor') && action(`erase-${visitor.agentId}`, 'Erase…', () => eraseVisitor(visitor)),
      ),
    ],
    load: (page) => operator.listRoster({ query: { q, page, perPage: 50 } }),
    emptyText: 'No visitors found.',
  }))
  const canAdd = may('createVisitor') && forks.length > 0
  const add = !canAdd ? null : action('new-visitor', 'New visitor…', () => newVisitor(forks), 'main')
  return { title: 'Visitors', body: [heading('Visitors', add), box, card('Visitors', null, list)] }
}
