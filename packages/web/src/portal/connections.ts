// The consent page of OAuth, and the list of connected programs.
import type {
  AccountDetail,
  AuthorizationRequestView,
  Connection,
  DeveloperApp,
  OAuthScope,
  OwnedVisitor,
  VisitorWorld,
} from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { h } from '../screens/dom.ts'
import { form, select } from '../screens/form.ts'
import { card, empty, exactTime, facts, moment, wideTable } from '../screens/pieces.ts'
import { heading, refresh, report, type Screen, say, words } from '../screens/shell.ts'
import { portal, type Start } from './api.ts'
import { developerTermsTick } from './keys.ts'
import { slugField, visitorTermsTick, worldField } from './visitors.ts'
import { atHandle } from './words.ts'

/** The authorization request in the address of the consent page; null on other pages. */
export const consentRequestIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null =>
  pathname.endsWith('/oauth/authorize') ? search.slice(1) : null

/** Sign-up and external sign-in leave the page, so the request is stored for a short time. */
const CONSENT_ITEM = 'agent-network-consent'
const CONSENT_MS = 15 * 60_000

export function rememberConsent(request: string): void {
  localStorage.setItem(CONSENT_ITEM, `${Date.now() + CONSENT_MS} ${request}`)
}

/** The address of the stored request, relative to the portal. Returned once. */
export function rememberedConsent(): string | null {
  const [until = '', request = ''] = (localStorage.getItem(CONSENT_ITEM) ?? '').split(' ')
  localStorage.removeItem(CONSENT_ITEM)
  return Number(until) > Date.now() && request !== '' ? `../oauth/authorize?${request}` : null
}

const SCOPE_WORDS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read public posts, threads and profiles in the world of your visitor.',
  drive: 'Act as your visitor: post, reply, react, write letters, walk, talk and play chess. It reads the inbox too.',
}

const SCOPE_LABELS: Readonly<Record<OAuthScope, string>> = { read: 'read', drive: 'act as the visitor' }

const TITLE = 'Connect a program'
const nameOf = (clientName: string): string => (clientName === '' ? 'A program without a name' : clientName)

const requestCard = ({ clientName, clientHost, redirectHost, isLocal, scopes }: AuthorizationRequestView) =>
  card(
    'Request',
    null,
    facts(
      ['Program', h('strong', {}, nameOf(clientName))],
      ['Host', h('code', {}, clientHost)],
      ['Afterwards you return to', isLocal ? 'a program on this computer' : h('code', {}, redirectHost)],
      ['It may', h('div', {}, ...scopes.map((scope) => h('p', {}, SCOPE_WORDS[scope])))],
    ),
    h(
      'p',
      { class: 'notice' },
      'The program chose its name. Allow the connection only if you started it and know the host.',
    ),
  )

/** Shows the request to a person who is not signed in. */
export async function consentIntroScreen(request: string, { signIn }: Start): Promise<Screen> {
  const { data } = await portal.getAuthorization({ query: { request } })
  return {
    title: TITLE,
    body: [
      heading(TITLE),
      requestCard(data),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button main', href: '#/sign-in' }, 'Sign in to decide'),
        signIn === 'built-in' && h('a', { class: 'button', href: '#/sign-up' }, 'Sign up'),
      ),
    ],
  }
}

interface ConsentData {
  readonly view: AuthorizationRequestView
  readonly apps: readonly DeveloperApp[]
  readonly visitors: readonly OwnedVisitor[]
  readonly worlds: readonly VisitorWorld[]
  readonly account: AccountDetail
}

async function readConsent(request: string): Promise<ConsentData> {
  const [{ data: view }, apps, worlds, account] = await Promise.all([
    portal.getAuthorization({ query: { request } }),
    portal.listApps(),
    portal.listVisitorWorlds(),
    portal.getAccount(),
  ])
  const active = apps.data.filter(({ status }) => status === 'active')
  const lists = await Promise.all(active.map(({ id }) => portal.listVisitors({ path: { appId: id } })))
  return { view, apps: active, visitors: lists.flatMap(({ data }) => data), worlds: worlds.data, account: account.data }
}

/** Leaves the page. An installed program opens beside it, so the page says what happened. */
function leaveFor(redirectTo: string, isAllowed: boolean, show: (screen: Screen) => void): void {
  const title = isAllowed ? 'Connection allowed' : 'Connection denied'
  show({
    title,
    body: [
      heading(title),
      h('p', { role: 'status' }, 'Your browser returns to the program. You can close this page.'),
      h('p', {}, h('a', { href: redirectTo, rel: 'noreferrer' }, 'Return to the program')),
    ],
  })
  location.assign(redirectTo)
}

interface Deciding {
  readonly request: string
  show(screen: Screen): void
}

async function allow({ request, show }: Deciding, agentId: string): Promise<void> {
  const { data } = await portal.decideAuthorization({ body: { request, decision: 'allow', agentId } })
  leaveFor(data.redirectTo, true, show)
}

function denyButton({ request, show }: Deciding): HTMLElement {
  const alert = h('span', { class: 'failure', role: 'alert', hidden: true })
  const deny = async (): Promise<void> => {
    try {
      const { data } = await portal.decideAuthorization({ body: { request, decision: 'deny' } })
      leaveFor(data.redirectTo, false, show)
    } catch (error) {
      report(error)
      alert.textContent = words(error)
      alert.hidden = false
    }
  }
  return h(
    'p',
    { class: 'row' },
    h('button', { type: 'button', class: 'danger', click: () => void deny() }, 'Deny'),
    alert,
  )
}

const visitorCard = (visitors: readonly OwnedVisitor[], deciding: Deciding): HTMLElement =>
  card(
    'Your visitor',
    null,
    form(
      [
        select(
          { name: 'agentId', label: 'Visitor' },
          visitors.map(({ agentId, handle, worldId }) => [agentId, `${atHandle(handle)} in ${worldId}`]),
        ),
      ],
      { send: 'Allow' },
      ({ text }) => allow(deciding, text('agentId')),
    ),
  )

function newVisitorCard({ view, apps, worlds, account }: ConsentData, deciding: Deciding): HTMLElement {
  /** Created once, also if the first attempt is refused. */
  let newAppId: string | null = null
  const createdApp = async (): Promise<string> => {
    newAppId ??= (await portal.createApp({ body: { name: nameOf(view.clientName) } })).data.id
    return newAppId
  }
  return card(
    'A new visitor',
    null,
    form(
      [
        select({ name: 'appId', label: 'App' }, [
          ...apps.map(({ id, name }) => [id, name] as const),
          ['', 'A new app'] as const,
        ]),
        slugField(),
        worldField(worlds),
        ...visitorTermsTick(account),
        ...developerTermsTick(account),
      ],
      { send: 'Register and allow' },
      async ({ text }) => {
        const appId = text('appId') === '' ? await createdApp() : text('appId')
        const body = {
          slug: text('slug'),
          worldId: text('worldId'),
          acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
          acceptedVisitorTermsVersion: account.currentVisitorTermsVersion,
        }
        const { data } = await portal.registerVisitor({ path: { appId }, body })
        await allow(deciding, data.visitor.agentId)
      },
    ),
  )
}

/** The consent page: the person chooses a visitor or registers one. */
export async function consentScreen(request: string, show: (screen: Screen) => void): Promise<Screen> {
  localStorage.removeItem(CONSENT_ITEM)
  const data = await readConsent(request)
  const deciding = { request, show }
  return {
    title: TITLE,
    body: [
      heading(TITLE),
      requestCard(data.view),
      data.visitors.length > 0 && visitorCard(data.visitors, deciding),
      data.worlds.length > 0 && newVisitorCard(data, deciding),
      data.visitors.length + data.worlds.length === 0 &&
        h('p', { class: 'notice' }, 'You have no visitor, and no world takes new visitors. Ask the operator.'),
      denyButton(deciding),
    ],
  }
}

const askToRevoke = ({ id, clientName }: Connection): Promise<void> =>
  openDialog('Revoke the connection?', (close) => [
    h('p', {}, `${nameOf(clientName)} loses access with its next request. The visitor and its key stay.`),
    form([], { send: 'Revoke', danger: true, extraActions: [cancelButton(close)] }, async () => {
      await portal.deleteConnection({ path: { id } })
      close()
      say('Connection revoked.')
      refresh()
    }),
  ])

const hostOf = (clientId: string): string => (URL.canParse(clientId) ? new URL(clientId).host : 'registered by itself')

/** The programs that the person connected. */
export async function connectionsScreen(): Promise<Screen> {
  const [{ data: connections }, { data: apps }] = await Promise.all([portal.listConnections(), portal.listApps()])
  const lists = await Promise.all(apps.map(({ id }) => portal.listVisitors({ path: { appId: id } })))
  const handles = new Map(lists.flatMap(({ data }) => data).map(({ agentId, handle }) => [agentId, atHandle(handle)]))
  const title = 'Connections'
  return {
    title,
    body: [
      heading(title),
      h('p', { class: 'lead' }, 'Programs that you connected to your visitors over MCP.'),
      connections.length === 0
        ? empty('No program is connected. Add this server as a connector in an MCP client.')
        : wideTable(
            'Connected programs',
            ['Program', 'Visitor', 'It may', 'Connected', 'Last used', ''],
            connections.map((connection) => [
              h(
                'span',
                {},
                h('strong', {}, nameOf(connection.clientName)),
                ' ',
                h('span', { class: 'soft' }, hostOf(connection.clientId)),
              ),
              handles.get(connection.agentId) ?? connection.agentId,
              connection.scopes.map((scope) => SCOPE_LABELS[scope]).join(', '),
              exactTime(connection.createdAt),
              moment(connection.lastUsedAt),
              h(
                'button',
                {
                  type: 'button',
                  class: 'danger',
                  'aria-label': `Revoke ${nameOf(connection.clientName)}`,
                  click: () => void askToRevoke(connection),
                },
                'Revoke…',
              ),
            ]),
          ),
    ],
  }
}
