// The screen of one world.
import type { OperatorWorld, WorldChange } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { area, field, form, select } from '../screens/form.ts'
import { card, crumbs, facts, moment } from '../screens/pieces.ts'
import { heading, refresh, report, type Screen, say, words } from '../screens/shell.ts'
import { isAdmin, may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { linkTo } from './places.ts'
import { progressBar, saveExport } from './transfers.ts'
import { forkDialog, lifeBadge, statusBadge } from './worlds.ts'

const plain = (count: number): string => count.toLocaleString('en')

async function purgeDialog(world: OperatorWorld): Promise<void> {
  const { data } = await operator.countWorldRows({ path: { id: world.id } })
  await ask(
    {
      title: `Purge ${world.name}?`,
      about: h(
        'p',
        { class: 'warning' },
        h('strong', {}, `${plain(data.rows)} rows`),
        ' are deleted permanently: all agents, their texts and the world itself. Export the world first if you may need it.',
      ),
      send: 'Purge world',
      danger: true,
      typed: world.id,
      call: { method: 'DELETE', path: `/_operator/worlds/${encodeURIComponent(world.id)}` },
      done: 'The world is being purged',
    },
    () => operator.purgeWorld({ path: { id: world.id } }),
  )
}

const changeDialog = (world: OperatorWorld, title: string, about: string, change: WorldChange): Promise<void> =>
  ask(
    {
      title,
      about,
      send: 'Confirm',
      done: 'Changed',
      call: { method: 'PATCH', path: `/_operator/worlds/${encodeURIComponent(world.id)}`, body: change },
    },
    () => operator.changeWorld({ path: { id: world.id }, body: change }),
  )

function pauseButton(world: OperatorWorld, who: 'visitors' | 'residents'): HTMLElement {
  const member = who === 'visitors' ? 'visitorsPaused' : 'residentsPaused'
  const isPaused = world[member]
  const about = {
    visitors: isPaused ? 'Visitors can act again.' : 'Visitors get 403 VISITORS_PAUSED until you resume them.',
    residents: isPaused
      ? 'The simulation continues. Missed ticks are skipped.'
      : 'Residents have no ticks and their games wait until you resume them.',
  }
  const word = isPaused ? 'Resume' : 'Pause'
  return action(`pause-${who}`, `${word} ${who}…`, () =>
    changeDialog(world, `${word} ${who} of ${world.name}?`, about[who], { [member]: !isPaused }),
  )
}

function settingsCard(world: OperatorWorld): HTMLElement {
  const overlay = area({
    name: 'overlay',
    label: 'Overlay',
    hint: 'City settings that differ in this world, as one complete JSON object.',
  })
  overlay.querySelector('textarea')!.value = JSON.stringify(world.overlay, null, 2)
  const isPrime = world.kind === 'prime'
  return card(
    'Settings',
    null,
    form(
      [
        field({ name: 'name', label: 'Name', value: world.name, max: 200 }),
        isPrime
          ? null
          : select({ name: 'designation', label: 'Visitors', value: world.designation ?? '' }, [
              ['', 'Accepts no visitors'],
              ['visitor', 'Accepts visitors'],
            ]),
        isPrime
          ? null
          : field({
              name: 'capacity',
              label: 'Visitor limit',
              type: 'number',
              optional: true,
              min: 0,
              max: 1_000_000,
              hint: 'Leave empty for no limit.',
              ...(world.capacity === null ? {} : { value: world.capacity }),
            }),
        overlay,
      ],
      { send: 'Save' },
      async ({ text, number }) => {
        let parsed: Record<string, unknown>
        try {
          parsed = JSON.parse(text('overlay')) as Record<string, unknown>
        } catch {
          return say('The overlay is not valid JSON. Correct it and save again.')
        }
        await operator.changeWorld({
          path: { id: world.id },
          body: {
            name: text('name'),
            overlay: parsed,
            ...(isPrime
              ? {}
              : {
                  designation: text('designation') === '' ? null : ('visitor' as const),
                  capacity: text('capacity') === '' ? null : number('capacity'),
                }),
          },
        })
        say('Saved')
        refresh()
      },
    ),
  )
}

/** Shows the progress of a purge in the background until the world is deleted. */
function purgingCard(world: OperatorWorld): { card: HTMLElement; leave: () => void } {
  const statusLine = h('p', { role: 'status' }, 'Deleting rows…')
  const timer = setInterval(() => {
    operator.countWorldRows({ path: { id: world.id } }).then(
      ({ data }) => {
        statusLine.textContent = `${plain(data.rows)} rows remaining.`
      },
      () => {
        clearInterval(timer)
        statusLine.textContent = 'The world was deleted.'
      },
    )
  }, 2_000)
  return { card: card('Being purged', null, statusLine), leave: () => clearInterval(timer) }
}

export async function worldScreen({ id }: { readonly id: string }): Promise<Screen> {
  const [{ data: world }, { data: status }, { data: rows }] = await Promise.all([
    operator.getWorld({ path: { id } }),
    operator.getStatus(),
    operator.countWorldRows({ path: { id } }),
  ])
  const life = status.life.worlds.find(({ worldId }) => worldId === id)
  const progress = progressBar('Export')
  const exporting = action('export', 'Export', () =>
    saveExport(id, progress).catch((error: unknown) => {
      report(error)
      progress.update(0, 0, words(error))
    }),
  )
  const isFork = world.kind === 'fork'
  const purging = world.status === 'purging' ? purgingCard(world) : null
  return {
    title: world.name,
    ...(purging === null ? {} : { leave: purging.leave }),
    body: [
      crumbs(['Worlds', linkTo('worlds', {})]),
      heading(world.name, statusBadge(world), lifeBadge(life)),
      facts(
        ['Id', h('code', {}, world.id)],
        ['Kind', world.kind],
        ['Rows', plain(rows.rows)],
        ['Last tick', moment(life?.lastTurnAt ?? null)],
        ['Tokens today', life === undefined ? '—' : `${plain(life.tokensToday)} of ${plain(life.tokenBudget)}`],
        ['Created', moment(world.createdAt)],
        ['Visitors', h('a', { href: linkTo('visitors', {}) }, 'list')],
      ),
      h(
        'p',
        { class: 'row' },
        may('changeWorld') && pauseButton(world, 'visitors'),
        may('changeWorld') && pauseButton(world, 'residents'),
        may('forkWorld') && action('fork', 'Fork…', () => forkDialog(world)),
        may('exportWorld') && exporting,
        isAdmin() && isFork && world.status !== 'purging'
          ? action('archive', world.status === 'archived' ? 'Reactivate…' : 'Archive…', () =>
              changeDialog(
                world,
                world.status === 'archived' ? `Reactivate ${world.name}?` : `Archive ${world.name}?`,
                world.status === 'archived'
                  ? 'The world becomes available again.'
                  : 'The world is closed. Its content stays.',
                { status: world.status === 'archived' ? 'running' : 'archived' },
              ),
            )
          : null,
        may('purgeWorld') && isFork && world.status !== 'purging'
          ? action('purge', 'Purge…', () => purgeDialog(world), 'danger')
          : null,
      ),
      progress.box,
      purging?.card ?? (isAdmin() && settingsCard(world)),
    ],
  }
}
