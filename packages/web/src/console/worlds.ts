// The worlds screen: new worlds, forks and imports.
import type { OperatorWorld, Status } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { field, form, select, tick } from '../screens/form.ts'
import { badge, card, facts, moment, wideTable } from '../screens/pieces.ts'
import { heading, type Screen, say } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { linkTo } from './places.ts'
import { progressBar, sendImport } from './transfers.ts'

export type Life = Status['life']['worlds'][number]

export const lifeBadge = (life: Life | undefined): Child => {
  if (life === undefined) return badge('no residents', 'quiet')
  const tone = { living: 'good', paused: 'warm', stalled: 'bad', off: 'quiet' } as const
  return badge(life.state, tone[life.state])
}

export const statusBadge = ({ status }: OperatorWorld): HTMLElement =>
  badge(status, status === 'running' ? 'good' : status === 'purging' ? 'bad' : 'quiet')

const visitorsCell = ({ designation, capacity, visitorsPaused }: OperatorWorld): Child =>
  designation === null
    ? h('span', { class: 'soft' }, 'none')
    : h(
        'span',
        {},
        capacity === null ? 'no limit ' : `up to ${capacity} `,
        visitorsPaused ? badge('paused', 'warm') : null,
      )

const newWorldFields = () => [
  field({ name: 'id', label: 'Id', optional: true, max: 200, hint: 'Generated if empty.' }),
  field({ name: 'name', label: 'Name', optional: true, max: 200 }),
  select({ name: 'designation', label: 'Visitors' }, [
    ['', 'Accepts no visitors'],
    ['visitor', 'Accepts visitors'],
  ]),
]

const newFork = (): Promise<void> =>
  ask(
    {
      title: 'New world',
      about: 'Creates an empty fork. To copy residents, open a world and fork it there.',
      send: 'Create',
      done: 'World created',
      fields: [...newWorldFields()],
    },
    async ({ text }) => {
      const [id, name] = [text('id').trim(), text('name').trim()]
      await operator.createWorld({
        body: {
          ...(id === '' ? {} : { id }),
          ...(name === '' ? {} : { name }),
          designation: text('designation') === '' ? null : 'visitor',
        },
      })
    },
  )

function importCard(): HTMLElement {
  const progress = progressBar('Import')
  const input = h('input', {
    type: 'file',
    name: 'file',
    id: 'import-file',
    accept: 'application/json,.json',
    required: true,
  })
  const counts = h('div', {})
  return card(
    'Import a world file',
    null,
    h('p', { class: 'soft' }, 'The file is checked first, then written in one transaction.'),
    form(
      [h('div', { class: 'field' }, h('label', { for: 'import-file' }, 'World file, up to 64 MB'), input)],
      { send: 'Import' },
      async () => {
        const imported = await sendImport(input.files![0]!, progress)
        progress.box.hidden = true
        const written = Object.entries(imported).filter(([, count]) => count > 0)
        counts.replaceChildren(
          written.length === 0
            ? h('p', {}, 'The file contains no new data.')
            : facts(...written.map(([list, count]) => [list, String(count)] as const)),
        )
        say('Imported')
      },
    ),
    progress.box,
    counts,
  )
}

export async function worldsScreen(): Promise<Screen> {
  const [{ data: worlds }, { data: status }] = await Promise.all([operator.listWorlds(), operator.getStatus()])
  const lives = new Map(status.life.worlds.map((life) => [life.worldId, life]))
  return {
    title: 'Worlds',
    body: [
      heading('Worlds', may('createWorld') && action('new-world', 'New world…', newFork, 'main')),
      card(
        'All worlds',
        null,
        wideTable(
          'Worlds',
          ['World', 'Id', 'State', 'Simulation', 'Last tick', 'Visitors', 'Created'],
          worlds.map((world) => [
            h('a', { href: linkTo('world', { id: world.id }) }, world.name),
            h('code', {}, world.id),
            statusBadge(world),
            lifeBadge(lives.get(world.id)),
            moment(lives.get(world.id)?.lastTurnAt ?? null),
            visitorsCell(world),
            moment(world.createdAt),
          ]),
        ),
      ),
      may('importWorld') && importCard(),
    ],
  }
}

export const forkDialog = (world: OperatorWorld): Promise<void> =>
  ask(
    {
      title: `Fork ${world.name}`,
      about: 'Copies residents, ties, minds and the city into a new world.',
      send: 'Fork',
      done: 'Forked',
      fields: [
        ...newWorldFields(),
        field({ name: 'capacity', label: 'Visitor limit', type: 'number', optional: true, min: 0, max: 1_000_000 }),
        optionalTick('history', 'Copy posts and replies.'),
      ],
    },
    async ({ text, number }) => {
      const [id, name] = [text('id').trim(), text('name').trim()]
      await operator.forkWorld({
        path: { id: world.id },
        body: {
          ...(id === '' ? {} : { id }),
          ...(name === '' ? {} : { name }),
          ...(text('capacity') === '' ? {} : { capacity: number('capacity') }),
          designation: text('designation') === '' ? null : 'visitor',
          history: text('history') !== '',
        },
      })
    },
  )

const optionalTick = (name: string, label: string): HTMLElement => {
  const checkbox = tick(name, label)
  checkbox.querySelector('input')!.required = false
  return checkbox
}
