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
          hint: 'What you call it yourself; keys and visitors stand under it.',
        }),
      ],
      { send: 'Make the app', beside: [cancelButton(close)] },
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
        ? empty('No app yet. An app holds the keys and the visitors of one project: make your first one.')
        : h(
            'ul',
            { class: 'tiles' },
            ...apps.map((app) =>
              h(
                'li',
                { class: 'card' },
                h('a', { class: 'title', href: linkTo('app', { appId: app.id }) }, app.name || 'Without a name'),
                appBadge(app),
                h('p', { class: 'soft' }, 'made ', moment(app.createdAt)),
              ),
            ),
          ),
    ],
  }
}

const INACTIVE = 'This app is not active: what is here can be looked at and taken away, and nothing can be added.'

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
      heading(app.name || 'Without a name', appBadge(app)),
      app.status === 'active' ? null : h('p', { class: 'notice' }, INACTIVE),
      facts(['App id', h('code', {}, app.id)], ['Made', moment(app.createdAt)]),
      visitorsCard(appId, visitors.data, account.data),
      keysCard(appId, keys.data, account.data),
    ],
  }
}
