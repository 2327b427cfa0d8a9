// Screens for apps and developers.
import { ApiError } from '@agent-network/client'
import type { DeveloperChange, OperatorApp, OperatorDeveloper, PostTreatment } from '@agent-network/contract'
import { h } from '../screens/dom.ts'
import { field, form, select } from '../screens/form.ts'
import { badge, card, crumbs, facts, moment } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { go, heading, refresh, type Screen, say } from '../screens/shell.ts'
import { isAdmin, may, operator } from './api.ts'
import { action, ask } from './asking.ts'
import { searchable } from './listing.ts'
import { linkTo } from './places.ts'
import { saveFile } from './transfers.ts'
import { countsText, treatmentField } from './visitors.ts'

const stateBadge = (status: string): HTMLElement =>
  badge(status, status === 'active' ? 'good' : status === 'pending' ? 'warm' : 'bad')

const newApp = (): Promise<void> =>
  ask(
    {
      title: 'New app',
      send: 'Create app',
      done: 'App created',
      fields: [
        field({ name: 'name', label: 'Name', max: 200 }),
        field({
          name: 'owner',
          label: 'Owner',
          max: 256,
          hint: 'The uid of a developer. The developer need not be signed up.',
        }),
      ],
    },
    ({ text }) => operator.createApp({ body: { name: text('name'), ownerUid: text('owner').trim() } }),
  )

export async function appsScreen(): Promise<Screen> {
  const { box, list } = await searchable<OperatorApp>('Find by id, name or owner', (q) => ({
    caption: 'Apps, newest first',
    columns: ['Name', 'Id', 'Owner', 'State', 'Machine client', 'Created'],
    row: (app) => [
      h('a', { href: linkTo('app', { id: app.id }) }, app.name),
      h('code', {}, app.id),
      h('a', { href: linkTo('developer', { uid: app.ownerUid }) }, h('code', {}, app.ownerUid)),
      stateBadge(app.status),
      app.machineClient === null ? '—' : app.hasClientSecret ? 'with a secret' : 'without a secret',
      moment(app.createdAt),
    ],
    load: (page) => operator.listApps({ query: { q, page, perPage: 50 } }),
    emptyText: 'No apps found.',
  }))
  return {
    title: 'Apps',
    body: [
      heading('Apps', may('createApp') && action('new-app', 'New app…', newApp, 'main')),
      box,
      card('Apps', null, list),
    ],
  }
}

const APP_STATES = [
  ['active', 'active'],
  ['suspended', 'suspended: read-only for owners, keys are rejected'],
  ['revoked', 'revoked'],
  ['inactive', 'inactive'],
] as const

const newSecret = ({ id }: OperatorApp): Promise<void> =>
  ask(
    {
      title: 'New client secret?',
      about: 'The previous secret stops working.',
      send: 'Create',
      call: { method: 'POST', path: `/_operator/apps/${encodeURIComponent(id)}/client-secret` },
    },
    async (_values, close) => {
      const { data } = await operator.createClientSecret({ path: { id } })
      close()
      await showSecret(
        'The client secret',
        data.clientSecret,
        'Copy it now. It is shown once; only its hash is stored.',
      )
    },
  )

export async function appScreen({ id }: { readonly id: string }): Promise<Screen> {
  const { data: app } = await operator.getApp({ path: { id } })
  return {
    title: app.name,
    body: [
      crumbs(['Apps', linkTo('apps', {})]),
      heading(app.name, stateBadge(app.status)),
      facts(
        ['Id', h('code', {}, app.id)],
        ['Owner', h('a', { href: linkTo('developer', { uid: app.ownerUid }) }, h('code', {}, app.ownerUid))],
        ['Machine client', app.machineClient === null ? '—' : h('code', {}, JSON.stringify(app.machineClient))],
        ['Client secret', app.hasClientSecret ? 'set' : 'none'],
        ['Created', moment(app.createdAt)],
      ),
      may('createClientSecret') &&
        h(
          'p',
          { class: 'row' },
          action('client-secret', 'New client secret…', () => newSecret(app)),
        ),
      appSettings(app),
    ],
  }
}

/** The developer with this sign-in address, as a list of at most one. */
async function findByEmail(email: string): Promise<Awaited<ReturnType<typeof operator.listDevelopers>>> {
  const meta = { page: 1, perPage: 1, hasMore: false }
  try {
    return { data: [(await operator.getDeveloper({ path: { uid: email.trim() } })).data], meta }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { data: [], meta }
    throw error
  }
}

/** Moderators can suspend and reactivate an app; admins can change all of it. */
function appSettings({ id, name, status }: OperatorApp): HTMLElement | null {
  const states = APP_STATES.filter(([state]) => isAdmin() || state === 'active' || state === 'suspended')
  if (!may('changeApp') || states.every(([state]) => state !== status)) return null
  return card(
    'Settings',
    null,
    form(
      [
        isAdmin() && field({ name: 'name', label: 'Name', value: name, max: 200 }),
        select({ name: 'status', label: 'State', value: status }, states),
      ],
      { send: 'Save' },
      async ({ text }) => {
        const body = { status: text('status') as OperatorApp['status'], ...(isAdmin() && { name: text('name') }) }
        await operator.changeApp({ path: { id }, body })
        say('Saved')
        refresh()
      },
    ),
  )
}

export async function developersScreen(): Promise<Screen> {
  const { box, list } = await searchable<OperatorDeveloper>('Find by uid or e-mail address', (q) => ({
    caption: 'Developers by uid',
    columns: ['Uid', 'State', 'Visitors', 'Made'],
    row: (developer) => [
      h('a', { href: linkTo('developer', { uid: developer.uid }) }, h('code', {}, developer.uid)),
      stateBadge(developer.status),
      developer.visitorCap === null ? 'default' : `up to ${developer.visitorCap}`,
      moment(developer.createdAt),
    ],
    load: (page) => (q.includes('@') ? findByEmail(q) : operator.listDevelopers({ query: { q, page, perPage: 50 } })),
    emptyText: 'No developers found.',
  }))
  return { title: 'Developers', body: [heading('Developers'), box, card('Developers', null, list)] }
}

const resetAuthenticator = (uid: string): Promise<void> =>
  ask(
    {
      title: 'Remove the authenticator?',
      about:
        'For a developer who has lost the authenticator and the recovery codes. Verify their identity first: afterwards the password alone is enough to sign in. They are notified by e-mail.',
      send: 'Remove',
      done: 'Authenticator removed',
      call: { method: 'DELETE', path: `/_operator/developers/${encodeURIComponent(uid)}/second-factor` },
    },
    () => operator.resetSecondFactor({ path: { uid } }),
  )

async function eraseDeveloper(uid: string): Promise<void> {
  const { data } = await operator.eraseDeveloper({ path: { uid }, body: { posts: 'delete', dryRun: true } })
  await ask(
    {
      title: 'Erase the developer?',
      about: h(
        'p',
        { class: 'warning' },
        'All visitors are released. Account, keys, reports, letters and history are deleted permanently. Export the data first if the developer asks for it. Found: ',
        countsText(data.counts),
      ),
      send: 'Erase developer',
      danger: true,
      fields: [treatmentField()],
      typed: uid,
      done: 'Erased',
    },
    async ({ text }) => {
      await operator.eraseDeveloper({ path: { uid }, body: { posts: text('posts') as PostTreatment } })
      go(linkTo('developers', {}))
    },
  )
}

export async function developerScreen({ uid: named }: { readonly uid: string }): Promise<Screen> {
  const { data: developer } = await operator.getDeveloper({ path: { uid: named } })
  const { uid } = developer
  const [{ data: apps }, { data: visitors }] = await Promise.all([
    operator.listApps({ query: { q: uid, perPage: 100 } }),
    operator.listRoster({ query: { q: uid, perPage: 100 } }),
  ])
  const own = apps.filter(({ ownerUid }) => ownerUid === uid)
  const living = visitors.filter(({ ownerUid, releasedAt }) => ownerUid === uid && releasedAt === null)
  return {
    title: uid,
    body: [
      crumbs(['Developers', linkTo('developers', {})]),
      heading(uid, stateBadge(developer.status)),
      facts(
        [
          'Apps',
          own.length === 0
            ? 'none'
            : h(
                'span',
                { class: 'row' },
                ...own.map((app) => h('a', { href: linkTo('app', { id: app.id }) }, app.name)),
              ),
        ],
        ['Visitors', living.length === 0 ? 'none' : living.map(({ handle }) => `@${handle}`).join(', ')],
        ['Created', moment(developer.createdAt)],
      ),
      h(
        'p',
        { class: 'row' },
        may('resetSecondFactor') &&
          action('reset-authenticator', 'Remove a lost authenticator…', () => resetAuthenticator(uid)),
        may('exportDeveloper') &&
          action('export-developer', 'Export data', () =>
            saveFile(`developer-${uid}.json`, () => operator.exportDeveloper({ path: { uid } })),
          ),
        may('eraseDeveloper') && action('erase-developer', 'Erase…', () => eraseDeveloper(uid), 'danger'),
      ),
      developer.status === 'pending'
        ? h(
            'p',
            { class: 'notice' },
            'The account waits for approval: ',
            h('a', { href: linkTo('signUps', {}) }, 'Sign-ups'),
          )
        : may('changeDeveloper') && developerSettings(developer),
    ],
  }
}

const developerSettings = ({ uid, status: current, visitorCap: cap }: OperatorDeveloper): HTMLElement =>
  card(
    'Settings',
    null,
    form(
      [
        select({ name: 'status', label: 'State', value: current }, [
          ['active', 'active'],
          ['suspended', 'suspended: can only view, release visitors and delete keys'],
        ]),
        field({
          name: 'cap',
          label: 'Visitor limit',
          type: 'number',
          optional: true,
          min: 0,
          max: 1_000,
          hint: 'Leave empty for the default.',
          ...(cap === null ? {} : { value: cap }),
        }),
      ],
      { send: 'Save' },
      async ({ text, number }) => {
        const status = text('status') as NonNullable<DeveloperChange['status']>
        const visitorCap = text('cap') === '' ? null : number('cap')
        await operator.changeDeveloper({ path: { uid }, body: { status, visitorCap } })
        say('Saved')
        refresh()
      },
    ),
  )
