// The list of apps and the screen of one app.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import type { DeveloperApp } from '@agent-network/contract'
import { openForm } from '../components/dialog.tsx'
import { Field } from '../components/form.tsx'
import { go, Heading, type Screen } from '../components/page.tsx'
import { Action, Badge, Crumbs, Empty, Facts, Moment } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { KeysCard } from './keys.tsx'
import { linkTo } from './router.ts'
import { VisitorsCard } from './visitors.tsx'
import { upper } from './words.ts'

const TONES = { active: 'good', inactive: 'quiet', suspended: 'bad', revoked: 'bad' } as const
const AppBadge = ({ status }: DeveloperApp) => <Badge tone={TONES[status]}>{upper(status)}</Badge>

const askForApp = (): Promise<void> =>
  openForm(
    {
      title: 'New app',
      send: 'Create app',
      of: PORTAL_FORMS.createApp,
      fields: <Field name="name" label="Name" hint="A name for your project. Keys and visitors belong to an app." />,
    },
    async ({ body }) => {
      const { data } = await portal.createApp({ body: body() })
      go(linkTo('app', { appId: data.id }))
    },
  )

const AppTiles = ({ apps }: { apps: readonly DeveloperApp[] }) => (
  <ul class="tiles">
    {apps.map((app) => (
      <li key={app.id} class="card">
        <a class="title" href={linkTo('app', { appId: app.id })}>
          {app.name || 'Unnamed app'}
        </a>
        <AppBadge {...app} />
        <p class="soft">
          created <Moment at={app.createdAt} />
        </p>
      </li>
    ))}
  </ul>
)

export async function appsScreen(): Promise<Screen> {
  const { data: apps } = await portal.listApps()
  return {
    title: 'Your apps',
    body: (
      <>
        <Heading title="Your apps">
          <Action id="new-app" kind="main" run={askForApp}>
            New app
          </Action>
        </Heading>
        {apps.length === 0 ? (
          <Empty>No apps yet. An app contains the keys and visitors of one project. Create your first app.</Empty>
        ) : (
          <AppTiles apps={apps} />
        )}
      </>
    ),
  }
}

export async function appScreen({ appId }: { appId: string }): Promise<Screen> {
  const [{ data: app }, keys, visitors, account] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.listApiKeys({ path: { appId } }),
    portal.listVisitors({ path: { appId } }),
    portal.getAccount(),
  ])
  return {
    title: app.name,
    body: (
      <>
        <Crumbs links={{ 'Your apps': '#/apps' }} />
        <Heading title={app.name || 'Unnamed app'}>
          <AppBadge {...app} />
        </Heading>
        {app.status !== 'active' && (
          <p class="notice">This app is not active. You can view and delete its content, but not add to it.</p>
        )}
        <Facts of={{ 'App id': <code>{app.id}</code>, Created: <Moment at={app.createdAt} /> }} />
        <VisitorsCard appId={appId} visitors={visitors.data} account={account.data} />
        <KeysCard appId={appId} keys={keys.data} account={account.data} />
      </>
    ),
  }
}
