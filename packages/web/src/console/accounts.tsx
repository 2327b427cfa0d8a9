// Screens for apps and developers.
import { ApiError } from '@agent-network/client'
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type { OperatorApp, OperatorDeveloper, PostTreatment } from '@agent-network/contract'
import { Field, Form, Select } from '../components/form.tsx'
import { listScreen, openList, Search } from '../components/list.tsx'
import { go, Heading, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, CodeLink, Crumbs, Facts, Moment } from '../components/pieces.tsx'
import { callOf, isAdmin, may, operator } from './api.ts'
import { ask, askForSecret } from './asking.tsx'
import { linkTo } from './places.ts'
import { saveFile } from './transfers.tsx'
import { countsText, TreatmentField } from './visitors.tsx'

const { createApp, changeApp, changeDeveloper } = OPERATOR_FORMS

const StateBadge = ({ status }: { status: string }) => (
  <Badge tone={status === 'active' ? 'good' : status === 'pending' ? 'warm' : 'bad'}>{status}</Badge>
)

const DeveloperLink = ({ uid }: { uid: string }) => <CodeLink href={linkTo('developer', { uid })} id={uid} />

async function saved(change: Promise<unknown>): Promise<void> {
  await change
  say('Saved')
  refresh()
}

const newApp = (): Promise<void> =>
  ask(
    {
      title: 'New app',
      send: 'Create app',
      done: 'App created',
      of: createApp,
      fields: [
        <Field name="name" label="Name" />,
        <Field name="ownerUid" label="Owner" hint="The uid of a developer. The developer need not be signed up." />,
      ],
    },
    ({ body }) => operator.createApp({ body: body() }),
  )

export async function appsScreen(): Promise<Screen> {
  const list = await openList<OperatorApp, { q: string }>({
    filters: { q: '' },
    load: ({ q }, { page }) => operator.listApps({ query: { q, page, perPage: 50 } }),
  })
  return listScreen({
    title: 'Apps',
    head: may('createApp') && <Action id="new-app" kind="main" run={newApp} text="New app…" />,
    before: <Search label="Find by id, name or owner" look={(q) => list.ask({ q })} />,
    list,
    caption: 'Apps, newest first',
    empty: 'No apps found.',
    columns: {
      Name: ({ id, name }) => <a href={linkTo('app', { id })}>{name}</a>,
      Id: ({ id }) => <code>{id}</code>,
      Owner: ({ ownerUid }) => <DeveloperLink uid={ownerUid} />,
      State: (app) => <StateBadge {...app} />,
      'Machine client': ({ machineClient, hasClientSecret }) =>
        machineClient === null ? '—' : hasClientSecret ? 'with a secret' : 'without a secret',
      Created: ({ createdAt }) => <Moment at={createdAt} />,
    },
  })
}

const APP_STATES = [
  ['active', 'active'],
  ['suspended', 'suspended: read-only for owners, keys are rejected'],
  ['revoked', 'revoked'],
  ['inactive', 'inactive'],
] as const

function newSecret({ id }: OperatorApp): Promise<void> {
  const call = callOf('createClientSecret', { path: { id } })
  return askForSecret(
    { title: 'New client secret?', about: 'The previous secret stops working.', send: 'Create', call },
    async () => ['The client secret', (await operator.createClientSecret({ path: { id } })).data.clientSecret],
  )
}

/** Moderators can suspend and reactivate an app; admins can change all of it. */
function AppSettings({ id, name, status }: OperatorApp) {
  const states = APP_STATES.filter(([state]) => isAdmin() || state === 'active' || state === 'suspended')
  if (!may('changeApp') || states.every(([state]) => state !== status)) return null
  return (
    <Card title="Settings">
      <Form
        of={changeApp}
        send="Save"
        onSubmit={({ body }) => saved(operator.changeApp({ path: { id }, body: body() }))}
      >
        {isAdmin() && <Field name="name" label="Name" value={name} optional={false} />}
        <Select name="status" label="State" value={status} options={states} />
      </Form>
    </Card>
  )
}

export async function appScreen({ id }: { readonly id: string }): Promise<Screen> {
  const { data: app } = await operator.getApp({ path: { id } })
  return {
    title: app.name,
    body: [
      <Crumbs links={{ Apps: linkTo('apps', {}) }} />,
      <Heading title={app.name}>
        <StateBadge {...app} />
      </Heading>,
      <Facts
        of={{
          Id: <code>{app.id}</code>,
          Owner: <DeveloperLink uid={app.ownerUid} />,
          'Machine client': app.machineClient === null ? '—' : <code>{JSON.stringify(app.machineClient)}</code>,
          'Client secret': app.hasClientSecret ? 'set' : 'none',
          Created: <Moment at={app.createdAt} />,
        }}
      />,
      may('createClientSecret') && (
        <p class="row">
          <Action id="client-secret" run={() => newSecret(app)} text="New client secret…" />
        </p>
      ),
      <AppSettings {...app} />,
    ],
  }
}

/** The developer with this sign-in address, as a list of at most one. */
async function findByEmail(email: string): Promise<Awaited<ReturnType<typeof operator.listDevelopers>>> {
  const meta = { page: 1, perPage: 1, hasMore: false }
  try {
    return { data: [(await operator.getDeveloper({ path: { uid: email } })).data], meta }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { data: [], meta }
    throw error
  }
}

export async function developersScreen(): Promise<Screen> {
  const list = await openList<OperatorDeveloper, { q: string }>({
    filters: { q: '' },
    load: ({ q }, { page }) =>
      q.includes('@') ? findByEmail(q) : operator.listDevelopers({ query: { q, page, perPage: 50 } }),
  })
  return listScreen({
    title: 'Developers',
    before: <Search label="Find by uid or e-mail address" look={(q) => list.ask({ q })} />,
    list,
    caption: 'Developers by uid',
    empty: 'No developers found.',
    columns: {
      Uid: ({ uid }) => <DeveloperLink uid={uid} />,
      State: (developer) => <StateBadge {...developer} />,
      Visitors: ({ visitorCap }) => (visitorCap === null ? 'default' : `up to ${visitorCap}`),
      Made: ({ createdAt }) => <Moment at={createdAt} />,
    },
  })
}

const resetAuthenticator = (uid: string): Promise<void> =>
  ask({
    title: 'Remove the authenticator?',
    about:
      'For a developer who has lost the authenticator and the recovery codes. Verify their identity first: afterwards the password alone is enough to sign in. They are notified by e-mail.',
    send: 'Remove',
    done: 'Authenticator removed',
    call: callOf('resetSecondFactor', { path: { uid } }),
  })

async function eraseDeveloper(uid: string): Promise<void> {
  const { data } = await operator.eraseDeveloper({ path: { uid }, body: { posts: 'delete', dryRun: true } })
  await ask(
    {
      title: 'Erase the developer?',
      about: (
        <p class="warning">
          All visitors are released. Account, keys, reports, letters and history are deleted permanently. Export the
          data first if the developer asks for it. Found: {countsText(data.counts)}
        </p>
      ),
      send: 'Erase developer',
      danger: true,
      fields: <TreatmentField />,
      typed: uid,
      done: 'Erased',
    },
    async ({ text }) => {
      await operator.eraseDeveloper({ path: { uid }, body: { posts: text('posts') as PostTreatment } })
      go(linkTo('developers', {}))
    },
  )
}

const DEVELOPER_STATES = [
  ['active', 'active'],
  ['suspended', 'suspended: can only view, release visitors and delete keys'],
] as const

const DeveloperSettings = ({ uid, status, visitorCap }: OperatorDeveloper) => (
  <Card title="Settings">
    <Form
      of={changeDeveloper}
      send="Save"
      onSubmit={({ body }) => saved(operator.changeDeveloper({ path: { uid }, body: body() }))}
    >
      <Select name="status" label="State" value={status} options={DEVELOPER_STATES} />
      <Field name="visitorCap" label="Visitor limit" value={visitorCap} hint="Leave empty for the default." />
    </Form>
  </Card>
)

export async function developerScreen({ uid: wanted }: { readonly uid: string }): Promise<Screen> {
  const { data: developer } = await operator.getDeveloper({ path: { uid: wanted } })
  const { uid } = developer
  const [{ data: apps }, { data: visitors }] = await Promise.all([
    operator.listApps({ query: { q: uid, perPage: 100 } }),
    operator.listRoster({ query: { q: uid, perPage: 100 } }),
  ])
  const own = apps.filter(({ ownerUid }) => ownerUid === uid)
  const living = visitors.filter(({ ownerUid, releasedAt }) => ownerUid === uid && releasedAt === null)
  const appLinks = own.map(({ id, name }) => (
    <a key={id} href={linkTo('app', { id })}>
      {name}
    </a>
  ))
  return {
    title: uid,
    body: [
      <Crumbs links={{ Developers: linkTo('developers', {}) }} />,
      <Heading title={uid}>
        <StateBadge {...developer} />
      </Heading>,
      <Facts
        of={{
          Apps: own.length === 0 ? 'none' : <span class="row">{appLinks}</span>,
          Visitors: living.length === 0 ? 'none' : living.map(({ handle }) => `@${handle}`).join(', '),
          Created: <Moment at={developer.createdAt} />,
        }}
      />,
      <p class="row">
        {may('resetSecondFactor') && (
          <Action id="reset-authenticator" run={() => resetAuthenticator(uid)} text="Remove a lost authenticator…" />
        )}
        {may('exportDeveloper') && (
          <Action
            id="export-developer"
            run={() => saveFile(`developer-${uid}.json`, () => operator.exportDeveloper({ path: { uid } }))}
            text="Export data"
          />
        )}
        {may('eraseDeveloper') && (
          <Action id="erase-developer" kind="danger" run={() => eraseDeveloper(uid)} text="Erase…" />
        )}
      </p>,
      developer.status === 'pending' ? (
        <p class="notice">
          The account waits for approval: <a href={linkTo('signUps', {})}>Sign-ups</a>
        </p>
      ) : (
        may('changeDeveloper') && <DeveloperSettings {...developer} />
      ),
    ],
  }
}
