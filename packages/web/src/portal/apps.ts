// The list of apps and the screen of one app.
import { LIMITS } from '@agent-network/client/limits'
import type { DeveloperApp } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { field, form } from '../screens/form.ts'
import { badge, crumbs, empty, facts, moment } from '../screens/pieces.ts'
import { go, heading, type Screen } from '../screens/shell.ts'
import { portal } from './api.ts'
import { keysCard } from './keys.ts'
import { linkTo } from './router.ts'
import { visitorsCard } from './visitors.ts'

const APP_TONES = { active: 'good', inactive: 'quiet', suspended: 'bad', revoked: 'bad' } as const
const appBadge = ({ status }: DeveloperApp) =>
  badge(status.slice(0, 1).toUpperCase() + status.slice(1), APP_TONES[status])

const askForApp = (): Promise<void> =>
  openDialog('New app', (close) => [
    form(
      [
        field({
          name: 'name',
          label: 'Name',
          max: LIMITS.text.name.max,
          hint: 'A name for your project. Keys and visitors belong to an app.',
        }),
      ],
      { send: 'Create app', extraActions: [cancelButton(close)] },
      async ({ text }) => {
        const { data } = await portal.createApp({ body: { name: text('name') } })
        close()
        go(linkTo('app', { appId: data.id }))
      },
    ),
  ])

export async function appsScreen(): Promise<Screen> {
  const { data: apps } = await portal.listApps()
  const add = h('button', { type: 'button', class: 'main', id: 'new-app', click: () => void askForApp() }, 'New app')
  return {
    title: 'Your apps',
    body: [
      heading('Your apps', add),
      apps.length === 0
        ? empty('No apps yet. An app contains the keys and visitors of one project. Create your first app.')
        : h(
            'ul',
            { class: 'tiles' },
            ...apps.map((app) =>
              h(
                'li',
                { class: 'card' },
                h('a', { class: 'title', href: linkTo('app', { appId: app.id }) }, app.name || 'Unnamed app'),
                appBadge(app),
                h('p', { class: 'soft' }, 'created ', moment(app.createdAt)),
              ),
            ),
          ),
    ],
  }
}

const INACTIVE = 'This app is not active. You can view and delete its content, but not add to it.'

export async function appScreen({ appId }: { appId: string }): Promise<Screen> {
  const [{ data: app }, keys, visitors, account] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.listApiKeys({ path: { appId } }),
    portal.listVisitors({ path: { appId } }),
    portal.getAccount(),
  ])
  return {
    title: app.name,
    body: [
      crumbs(['Your apps', '#/apps']),
      heading(app.name || 'Unnamed app', appBadge(app)),
      app.status === 'active' ? null : h('p', { class: 'notice' }, INACTIVE),
      facts(['App id', h('code', {}, app.id)], ['Created', moment(app.createdAt)]),
      visitorsCard(appId, visitors.data, account.data),
      keysCard(appId, keys.data, account.data),
    ],
  }
}
