// The screens of all worlds and of one world: new worlds, forks, imports, pauses, settings.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { OperatorWorld, Status, WorldChange } from '@agent-network/contract'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Area, Field, Form, Select, Tick } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { type Child, failureOf, Heading, InvalidValue, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, Crumbs, Facts, Moment } from '../components/pieces.tsx'
import { callOf, isAdmin, may, operator } from './api.ts'
import { ask } from './asking.tsx'
import { linkTo } from './places.ts'
import { makeProgress, ProgressBar, saveExport, sendImport } from './transfers.tsx'

const { createWorld, changeWorld, forkWorld } = OPERATOR_FORMS

type Life = Status['life']['worlds'][number]

const LIFE_TONES = { living: 'good', paused: 'warm', stalled: 'bad', off: 'quiet' } as const
export const LifeBadge = ({ life }: { life: Life | undefined }) => (
  <Badge tone={life === undefined ? 'quiet' : LIFE_TONES[life.state]}>{life?.state ?? 'no residents'}</Badge>
)

const WorldBadge = ({ status }: OperatorWorld) => (
  <Badge tone={status === 'running' ? 'good' : status === 'purging' ? 'bad' : 'quiet'}>{status}</Badge>
)

const visitorsCell = ({ designation, capacity, visitorsPaused }: OperatorWorld): Child =>
  designation === null ? (
    <span class="soft">none</span>
  ) : (
    <>
      {capacity === null ? 'no limit ' : `up to ${capacity} `}
      {visitorsPaused && <Badge tone="warm">paused</Badge>}
    </>
  )

const DESIGNATIONS = [
  ['', 'Accepts no visitors'],
  ['visitor', 'Accepts visitors'],
] as const

const newWorldFields = (
  <>
    <Field name="id" label="Id" hint="Generated if empty." />
    <Field name="name" label="Name" />
    <Select name="designation" label="Visitors" options={DESIGNATIONS} />
  </>
)

const newWorld = (): Promise<void> =>
  ask(
    {
      title: 'New world',
      about: 'Creates an empty fork. To copy residents, open a world and fork it there.',
      send: 'Create',
      done: 'World created',
      of: createWorld,
      fields: newWorldFields,
    },
    ({ body }) => operator.createWorld({ body: body() }),
  )

const forkDialog = ({ id, name }: OperatorWorld): Promise<void> =>
  ask(
    {
      title: `Fork ${name}`,
      about: 'Copies residents, ties, minds and the city into a new world.',
      send: 'Fork',
      done: 'Forked',
      of: forkWorld,
      fields: [
        newWorldFields,
        <Field name="capacity" label="Visitor limit" />,
        <Tick name="history" optional>
          Copy posts and replies.
        </Tick>,
      ],
    },
    ({ body }) => operator.forkWorld({ path: { id }, body: body() }),
  )

function ImportCard() {
  const progress = useMemo(makeProgress, [])
  const counts = useSignal<Readonly<Record<string, Child>> | null>(null)
  return (
    <Card title="Import a world file">
      <p class="soft">The file is checked first, then written in one transaction.</p>
      <Form
        send="Import"
        onSubmit={async () => {
          const input = document.querySelector<HTMLInputElement>('#import-file')!
          const imported = Object.entries(await sendImport(input.files![0]!, progress))
          counts.value = Object.fromEntries(imported.filter(([, count]) => count > 0))
          say('Imported')
        }}
      >
        <div class="field">
          <label for="import-file">World file, up to 64 MB</label>
          <input type="file" name="file" id="import-file" accept="application/json,.json" required />
        </div>
      </Form>
      <ProgressBar label="Import" of={progress} />
      {counts.value !== null &&
        (Object.keys(counts.value).length === 0 ? <p>The file contains no new data.</p> : <Facts of={counts.value} />)}
    </Card>
  )
}

export async function worldsScreen(): Promise<Screen> {
  const [{ data: worlds }, { data: status }] = await Promise.all([operator.listWorlds(), operator.getStatus()])
  const lives = new Map(status.life.worlds.map((life) => [life.worldId, life]))
  return {
    title: 'Worlds',
    body: [
      <Heading title="Worlds">
        {may('createWorld') && <Action id="new-world" kind="main" run={newWorld} text="New world…" />}
      </Heading>,
      <Card title="All worlds">
        <Table
          caption="Worlds"
          rows={worlds}
          columns={{
            World: ({ id, name }) => <a href={linkTo('world', { id })}>{name}</a>,
            Id: ({ id }) => <code>{id}</code>,
            State: (world) => <WorldBadge {...world} />,
            Simulation: ({ id }) => <LifeBadge life={lives.get(id)} />,
            'Last tick': ({ id }) => <Moment at={lives.get(id)?.lastTurnAt ?? null} />,
            Visitors: visitorsCell,
            Created: ({ createdAt }) => <Moment at={createdAt} />,
          }}
        />
      </Card>,
      may('importWorld') && <ImportCard />,
    ],
  }
}

const plain = (count: number): string => count.toLocaleString('en')

async function purgeDialog({ id, name }: OperatorWorld): Promise<void> {
  const { data } = await operator.countWorldRows({ path: { id } })
  await ask({
    title: `Purge ${name}?`,
    about: (
      <p class="warning">
        <strong>{plain(data.rows)} rows</strong> are deleted permanently: all agents, their texts and the world itself.
        Export the world first if you may need it.
      </p>
    ),
    send: 'Purge world',
    danger: true,
    typed: id,
    call: callOf('purgeWorld', { path: { id } }),
    done: 'The world is being purged',
  })
}

const changeDialog = ({ id }: OperatorWorld, title: string, about: string, body: WorldChange): Promise<void> =>
  ask({ title, about, send: 'Confirm', done: 'Changed', call: callOf('changeWorld', { path: { id }, body }) })

const PAUSE_WORDS = {
  visitors: ['Visitors get 403 VISITORS_PAUSED until you resume them.', 'Visitors can act again.'],
  residents: [
    'Residents have no ticks and their games wait until you resume them.',
    'The simulation continues. Missed ticks are skipped.',
  ],
} as const

function PauseButton({ world, who }: { world: OperatorWorld; who: 'visitors' | 'residents' }) {
  const member = `${who}Paused` as const
  const isPaused = world[member]
  const verb = `${isPaused ? 'Resume' : 'Pause'} ${who}`
  const about = PAUSE_WORDS[who][isPaused ? 1 : 0]
  return (
    <Action
      id={`pause-${who}`}
      run={() => changeDialog(world, `${verb} of ${world.name}?`, about, { [member]: !isPaused })}
      text={`${verb}…`}
    />
  )
}

function ArchiveButton({ world }: { world: OperatorWorld }) {
  const isArchived = world.status === 'archived'
  const verb = isArchived ? 'Reactivate' : 'Archive'
  const about = isArchived ? 'The world becomes available again.' : 'The world is closed. Its content stays.'
  const status = isArchived ? 'running' : 'archived'
  return (
    <Action
      id="archive"
      run={() => changeDialog(world, `${verb} ${world.name}?`, about, { status })}
      text={`${verb}…`}
    />
  )
}

function overlayOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new InvalidValue('The overlay is not valid JSON. Correct it and save again.')
  }
}

const SettingsCard = ({ id, name, kind, designation, capacity, overlay }: OperatorWorld) => (
  <Card title="Settings">
    <Form
      of={changeWorld}
      send="Save"
      onSubmit={async ({ text, body }) => {
        const change = { ...body<WorldChange>(), overlay: overlayOf(text('overlay')) }
        await operator.changeWorld({ path: { id }, body: change })
        say('Saved')
        refresh()
      }}
    >
      <Field name="name" label="Name" value={name} optional={false} />
      {kind !== 'prime' && (
        <>
          <Select name="designation" label="Visitors" value={designation ?? ''} options={DESIGNATIONS} />
          <Field name="capacity" label="Visitor limit" value={capacity} hint="Leave empty for no limit." />
        </>
      )}
      <Area
        name="overlay"
        label="Overlay"
        hint="City settings that differ in this world, as one complete JSON object."
        value={JSON.stringify(overlay, null, 2)}
      />
    </Form>
  </Card>
)

/** Shows the progress of a purge in the background until the world is deleted. */
function PurgingCard({ id }: OperatorWorld) {
  const state = useSignal('Deleting rows…')
  useEffect(() => {
    const timer = setInterval(() => {
      operator.countWorldRows({ path: { id } }).then(
        ({ data }) => {
          state.value = `${plain(data.rows)} rows remaining.`
        },
        () => {
          clearInterval(timer)
          state.value = 'The world was deleted.'
        },
      )
    }, 2_000)
    return () => clearInterval(timer)
  }, [id, state])
  return (
    <Card title="Being purged">
      <p role="status">{state}</p>
    </Card>
  )
}

export async function worldScreen({ id }: { readonly id: string }): Promise<Screen> {
  const [{ data: world }, { data: status }, { data: rows }] = await Promise.all([
    operator.getWorld({ path: { id } }),
    operator.getStatus(),
    operator.countWorldRows({ path: { id } }),
  ])
  const life = status.life.worlds.find(({ worldId }) => worldId === id)
  const progress = makeProgress()
  const exportWorld = () =>
    saveExport(id, progress).catch((error: unknown) => {
      progress.value = { done: 0, total: 0, words: failureOf(error) }
    })
  const isPurging = world.status === 'purging'
  return {
    title: world.name,
    body: [
      <Crumbs links={{ Worlds: linkTo('worlds', {}) }} />,
      <Heading title={world.name}>
        <WorldBadge {...world} />
        <LifeBadge life={life} />
      </Heading>,
      <Facts
        of={{
          Id: <code>{world.id}</code>,
          Kind: world.kind,
          Rows: plain(rows.rows),
          'Last tick': <Moment at={life?.lastTurnAt ?? null} />,
          'Tokens today': life === undefined ? '—' : `${plain(life.tokensToday)} of ${plain(life.tokenBudget)}`,
          Created: <Moment at={world.createdAt} />,
          Visitors: <a href={linkTo('visitors', {})}>list</a>,
        }}
      />,
      <p class="row">
        {may('changeWorld') && <PauseButton world={world} who="visitors" />}
        {may('changeWorld') && <PauseButton world={world} who="residents" />}
        {may('forkWorld') && <Action id="fork" run={() => forkDialog(world)} text="Fork…" />}
        {may('exportWorld') && <Action id="export" run={exportWorld} text="Export" />}
        {isAdmin() && world.kind === 'fork' && !isPurging && <ArchiveButton world={world} />}
        {may('purgeWorld') && world.kind === 'fork' && !isPurging && (
          <Action id="purge" kind="danger" run={() => purgeDialog(world)} text="Purge…" />
        )}
      </p>,
      <ProgressBar label="Export" of={progress} />,
      isPurging ? <PurgingCard {...world} /> : isAdmin() && <SettingsCard {...world} />,
    ],
  }
}
