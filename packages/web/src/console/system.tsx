// The system screen: nodes, jobs, clock, backups and signing keys.
import type { NodeView, SigningKeyView, Status } from '@agent-network/contract'
import { Field, Form } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { Heading, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, CodeBlock, ExactTime, Facts, Moment } from '../components/pieces.tsx'
import { callOf, may, operator, unlessOutage } from './api.ts'
import { ask } from './asking.tsx'
import { useOverview } from './live.ts'

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

export const NodesCard = ({ nodes }: { nodes: readonly NodeView[] }) => (
  <Card title="Nodes">
    <Table
      caption="Nodes"
      rows={nodes}
      columns={{
        Node: (node) => (
          <span title={node.node}>
            <code>{nodeName(node)}</code>
          </span>
        ),
        State: ({ state }) => <Badge tone={state === 'live' ? 'good' : 'bad'}>{state}</Badge>,
        Version: ({ version }) => version,
        Started: ({ startedAt }) => <Moment at={startedAt} />,
        'Last heartbeat': ({ lastSeenSeconds }) => `${durationWords(lastSeenSeconds)} ago`,
        'Last change': ({ isCurrent, appliedAfterMs: ms }) => (
          <>
            <Badge tone={isCurrent ? 'good' : 'warm'}>{isCurrent ? 'applied' : 'not yet'}</Badge>
            {isCurrent && ms !== null && ` after ${(ms / 1_000).toFixed(1)} s`}
          </>
        ),
      }}
    />
  </Card>
)

function LiveState({ initial }: { initial: { readonly status: Status; readonly nodes: readonly NodeView[] } }) {
  const { current, isStale } = useOverview(initial)
  const { status, nodes } = current
  return (
    <div class="stack" data-stale={isStale.value || undefined}>
      <Facts
        of={{
          Version: status.version,
          Uptime: durationWords(status.uptimeSeconds),
          'Public address': <a href={status.publicUrl}>{status.publicUrl}</a>,
          Store: status.engines.database,
          'Shared state': status.engines.sharedState,
          'Service time': <ExactTime at={status.now} />,
        }}
      />
      <NodesCard nodes={nodes} />
      <Card title="Periodic jobs">
        <p class="soft">Background jobs of this node, with the last run and the number of processed rows.</p>
        <Table
          caption="Periodic jobs"
          rows={Object.entries(status.sweeps)}
          columns={{
            Job: ([name]) => <code>{name}</code>,
            'Last run': ([, { at }]) => <Moment at={at} />,
            Rows: ([, { rows }]) => rows.toLocaleString('en'),
          }}
        />
      </Card>
    </div>
  )
}

const STEPS = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

async function moveClock(body: { now: string } | { advanceMs: number } | { mode: 'system' }): Promise<void> {
  say('Moving the clock…')
  await operator.moveClock({ body })
  say('Clock moved')
  refresh()
}

const ClockCard = ({ now, mode }: { now: string; mode: 'system' | 'frozen' }) => (
  <Card title="Test clock" about={<Badge tone={mode === 'frozen' ? 'warm' : 'quiet'}>{mode}</Badge>}>
    <p>
      Current time: <code>{now}</code>. All work that falls due in between runs before the move completes. This session
      ends after 12 hours.
    </p>
    <p class="row">
      {STEPS.map(([text, advanceMs]) => (
        <Action key={text} id={`advance-${advanceMs}`} run={() => moveClock({ advanceMs })} text={`+ ${text}`} />
      ))}
      {mode === 'frozen' && (
        <Action id="clock-system" run={() => moveClock({ mode: 'system' })} text="Use the system clock" />
      )}
    </p>
    <Form send="Set" onSubmit={({ text }) => moveClock({ now: text('now') })}>
      <Field name="now" label="New time" value={now} max={40} hint="ISO 8601 with a time zone; it then stands still." />
    </Form>
  </Card>
)

const rotate = (): Promise<void> =>
  ask({
    title: 'Publish a new signing key?',
    about: 'The new key signs from one hour later. The old key stays published until its last token has expired.',
    send: 'Publish',
    done: 'Published',
    call: callOf('rotateSigningKey', {}),
  })

const RotateButton = () => <Action id="rotate-signing" run={rotate} text="Rotate…" />

const SigningCard = ({ keys }: { keys: readonly SigningKeyView[] }) => (
  <Card title="Keys that sign machine tokens" about={may('rotateSigningKey') && <RotateButton />}>
    <Table
      caption="Signing keys"
      rows={keys}
      columns={{
        Key: ({ kid }) => <code>{kid}</code>,
        State: ({ state }) => <Badge tone={state === 'active' ? 'good' : 'quiet'}>{state}</Badge>,
        'Signs from': ({ signsFrom }) => <Moment at={signsFrom} />,
        'Published until': ({ publishedUntil }) => <Moment at={publishedUntil} none="no end" />,
      }}
    />
  </Card>
)

const BackupCard = ({ backup }: Status) => (
  <Card title="Backups">
    <Facts
      of={{
        'Last good backup': <Moment at={backup?.takenAt ?? null} none="none" />,
        File: backup === null ? '—' : <code>{backup.file ?? 'created with other tools'}</code>,
      }}
    />
    <p>
      Run these commands on the server host; the server can keep running. Store the server secret separately: without it
      the keys in a backup are invalid.
    </p>
    <CodeBlock what="backup" code="agent-network backup network.backup" />
    <CodeBlock what="check" code="agent-network restore --verify network.backup" />
    <CodeBlock what="doctor" code="agent-network doctor" />
  </Card>
)

export async function systemScreen(): Promise<Screen> {
  const [{ data: status }, nodes, keys] = await Promise.all([
    operator.getStatus(),
    unlessOutage(operator.listNodes()),
    unlessOutage(operator.listSigningKeys()),
  ])
  const clock = status.clock.isTestClock && may('moveClock') ? await unlessOutage(operator.getClock()) : null
  return {
    title: 'System',
    body: [
      <Heading title="System" />,
      keys === null && (
        <p class="notice" role="status">
          The store does not respond. Signing keys appear when it does.
        </p>
      ),
      <LiveState initial={{ status, nodes: nodes ?? [] }} />,
      clock !== null && <ClockCard {...clock} />,
      <BackupCard {...status} />,
      keys !== null && <SigningCard keys={keys} />,
    ],
  }
}
