// The system screen: nodes, jobs, clock, backups and signing keys.
import type { NodeView, SigningKeyView, Status } from '@agent-network/contract'
import { h, presentChildren } from '../screens/dom.ts'
import { field, form } from '../screens/form.ts'
import { badge, card, codeBlock, exactTime, facts, moment, wideTable } from '../screens/pieces.ts'
import { heading, refresh, type Screen, say } from '../screens/shell.ts'
import { may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { keepLive } from './live.ts'

const appliedWords = (ms: number | null): string => (ms === null ? '' : ` after ${(ms / 1_000).toFixed(1)} s`)

const MINUTE = 60
const HOUR = 3_600

export const durationWords = (seconds: number): string => {
  if (seconds < 2 * MINUTE) return `${seconds} s`
  return seconds < 2 * HOUR
    ? `${Math.floor(seconds / MINUTE)} min`
    : `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`
}

/** Host and address; the id for nodes of earlier versions. */
export const nodeName = ({ node, host, address }: Pick<NodeView, 'node' | 'host' | 'address'>): string =>
  host === null ? node : `${host} ${address ?? ''}`.trim()

export const nodesCard = (nodes: readonly NodeView[]): HTMLElement =>
  card(
    'Nodes',
    null,
    wideTable(
      'Nodes',
      ['Node', 'State', 'Version', 'Started', 'Last heartbeat', 'Last change'],
      nodes.map(({ node, host, address, state, version, startedAt, lastSeenSeconds, isCurrent, appliedAfterMs }) => [
        h('span', { title: node }, h('code', {}, nodeName({ node, host, address }))),
        badge(state, state === 'live' ? 'good' : 'bad'),
        version,
        moment(startedAt),
        `${durationWords(lastSeenSeconds)} ago`,
        isCurrent ? h('span', {}, badge('applied', 'good'), appliedWords(appliedAfterMs)) : badge('not yet', 'warm'),
      ]),
    ),
  )

const sweepsCard = ({ sweeps }: Status): HTMLElement =>
  card(
    'Periodic jobs',
    null,
    h('p', { class: 'soft' }, 'Background jobs of this node, with the last run and the number of processed rows.'),
    wideTable(
      'Periodic jobs',
      ['Job', 'Last run', 'Rows'],
      Object.entries(sweeps).map(([name, { at, rows }]) => [
        h('code', {}, name),
        moment(at),
        rows.toLocaleString('en'),
      ]),
    ),
  )

function partsOf({ status, nodes }: { status: Status; nodes: readonly NodeView[] }): [(Node | string)[]] {
  const parts = [
    facts(
      ['Version', status.version],
      ['Uptime', durationWords(status.uptimeSeconds)],
      ['Public address', h('a', { href: status.publicUrl }, status.publicUrl)],
      ['Store', status.engines.database],
      ['Shared state', status.engines.sharedState],
      ['Service time', exactTime(status.now)],
    ),
    nodesCard(nodes),
    sweepsCard(status),
  ]
  return [presentChildren(parts)]
}

const STEPS = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

function clockCard({ now, mode }: { now: string; mode: 'system' | 'frozen' }): HTMLElement {
  const move = async (body: { now: string } | { advanceMs: number } | { mode: 'system' }): Promise<void> => {
    say('Moving the clock…')
    await operator.moveClock({ body })
    say('Clock moved')
    refresh()
  }
  return card(
    'Test clock',
    badge(mode, mode === 'frozen' ? 'warm' : 'quiet'),
    h(
      'p',
      {},
      'Current time: ',
      h('code', {}, now),
      '. All work that falls due in between runs before the move completes. This session ends after 12 hours.',
    ),
    h(
      'p',
      { class: 'row' },
      ...STEPS.map(([text, advanceMs]) => action(`advance-${advanceMs}`, `+ ${text}`, () => move({ advanceMs }))),
      mode === 'frozen' ? action('clock-system', 'Use the system clock', () => move({ mode: 'system' })) : null,
    ),
    form(
      [
        field({
          name: 'now',
          label: 'New time',
          value: now,
          max: 40,
          hint: 'ISO 8601 with a time zone; it then stands still.',
        }),
      ],
      { send: 'Set' },
      ({ text }) => move({ now: text('now') }),
    ),
  )
}

const signingCard = (keys: readonly SigningKeyView[]): HTMLElement =>
  card(
    'Keys that sign machine tokens',
    may('rotateSigningKey') &&
      action('rotate-signing', 'Rotate…', () =>
        ask(
          {
            title: 'Publish a new signing key?',
            about:
              'The new key signs from one hour later. The old key stays published until its last token has expired.',
            send: 'Publish',
            done: 'Published',
            call: { method: 'POST', path: '/_operator/tokens/rotate' },
          },
          () => operator.rotateSigningKey(),
        ),
      ),
    wideTable(
      'Signing keys',
      ['Key', 'State', 'Signs from', 'Published until'],
      keys.map(({ kid, state, signsFrom, publishedUntil }) => [
        h('code', {}, kid),
        badge(state, state === 'active' ? 'good' : 'quiet'),
        moment(signsFrom),
        moment(publishedUntil, 'no end'),
      ]),
    ),
  )

const backupCard = ({ backup }: Status): HTMLElement =>
  card(
    'Backups',
    null,
    facts(
      ['Last good backup', moment(backup?.takenAt ?? null, 'none')],
      ['File', backup === null ? '—' : h('code', {}, backup.file ?? 'created with other tools')],
    ),
    h(
      'p',
      {},
      'Run these commands on the server host; the server can keep running. Store the server secret separately: without it the keys in a backup are invalid.',
    ),
    codeBlock('backup', 'agent-network backup network.backup'),
    codeBlock('check', 'agent-network restore --verify network.backup'),
    codeBlock('doctor', 'agent-network doctor'),
  )

export async function systemScreen(): Promise<Screen> {
  const [{ data: status }, { data: nodes }, { data: keys }] = await Promise.all([
    operator.getStatus(),
    operator.listNodes(),
    operator.listSigningKeys(),
  ])
  const clock = status.clock.isTestClock && may('moveClock') ? (await operator.getClock()).data : null
  const initial = { status, nodes }
  const live = h('div', { class: 'stack' }, ...partsOf(initial)[0])
  return {
    title: 'System',
    leave: keepLive({ boxes: [live], initial, render: partsOf }),
    body: [heading('System'), live, clock === null ? null : clockCard(clock), backupCard(status), signingCard(keys)],
  }
}
