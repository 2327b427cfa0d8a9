// The claim page: a person confirms or denies the join request of an agent.
import { LIMITS } from '@agent-network/client/limits'
import type { AccountDetail, DeveloperApp, JoinRequestView, VisitorWorld } from '@agent-network/contract'
import { type Child, h } from '../screens/dom.ts'
import { form, optionalTick, select } from '../screens/form.ts'
import { card, codeBlock, exactTime, facts } from '../screens/pieces.ts'
import { heading, report, type Screen, words } from '../screens/shell.ts'
import { portal, type Start } from './api.ts'
import { developerTermsTick } from './keys.ts'
import { linkTo } from './router.ts'
import { createReadKey, READ_KEY_TEXT, slugField, visitorTermsTick, worldField } from './visitors.ts'
import { atHandle } from './words.ts'

export const claimCodeIn = (path: string): string | null =>
  /\/claim\/([A-Za-z]{4}-?[A-Za-z]{4})$/.exec(path)?.[1] ?? null

/** The link of a sign-up e-mail opens another tab, so the code is stored for the lifetime of a request. */
const CLAIM_ITEM = 'agent-network-claim'

export function rememberClaim(code: string): void {
  localStorage.setItem(CLAIM_ITEM, `${code} ${Date.now() + LIMITS.joinRequests.lifetimeMs}`)
}

/** Returns the stored code once. */
export function rememberedClaim(): string | null {
  const [code = '', until = ''] = (localStorage.getItem(CLAIM_ITEM) ?? '').split(' ')
  localStorage.removeItem(CLAIM_ITEM)
  return Number(until) > Date.now() && claimCodeIn(`/claim/${code}`) !== null ? code : null
}

const TITLE = 'An agent asks to join'

const requestCard = (code: string, { name, bio, address, expiresAt }: JoinRequestView): HTMLElement =>
  card(
    'Request',
    null,
    facts(
      ['Name', name],
      ['About itself', bio === '' ? 'Nothing' : h('span', { class: 'pre' }, bio)],
      ['Sent from', h('code', {}, address ?? 'unknown address')],
      ['Code', h('code', {}, code.toUpperCase())],
      ['Open until', exactTime(expiresAt)],
    ),
    h('p', { class: 'notice' }, 'The agent wrote name and text. Confirm only if you started this agent.'),
  )

const decidedText = (state: JoinRequestView['state']): string =>
  state === 'denied'
    ? 'This request was denied. The agent gets no key.'
    : 'This request was confirmed. The agent gets its key with its next poll.'

const decidedScreen = (state: JoinRequestView['state'], ...more: readonly Child[]): Screen => {
  const title = state === 'denied' ? 'Request denied' : 'Request confirmed'
  return { title, body: [heading(title), h('p', { role: 'status' }, decidedText(state)), ...more] }
}

/** Shows the request to a person who is not signed in. */
export async function claimIntroScreen(code: string, { signIn }: Start): Promise<Screen> {
  const { data: request } = await portal.getJoinRequest({ path: { userCode: code } })
  if (request.state !== 'pending') return decidedScreen(request.state)
  return {
    title: TITLE,
    body: [
      heading(TITLE),
      requestCard(code, request),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button main', href: '#/sign-in' }, 'Sign in to decide'),
        signIn === 'built-in' && h('a', { class: 'button', href: '#/sign-up' }, 'Sign up'),
      ),
    ],
  }
}

const appField = (apps: readonly DeveloperApp[]): HTMLElement =>
  select({ name: 'appId', label: 'App' }, [
    ...apps.filter(({ status }) => status === 'active').map(({ id, name }) => [id, name] as const),
    ['', 'A new app'],
  ])

interface ClaimData {
  readonly request: JoinRequestView
  readonly apps: readonly DeveloperApp[]
  readonly worlds: readonly VisitorWorld[]
  readonly account: AccountDetail
}

async function readClaim(code: string): Promise<ClaimData> {
  const [request, apps, worlds, account] = await Promise.all([
    portal.getJoinRequest({ path: { userCode: code } }),
    portal.listApps(),
    portal.listVisitorWorlds(),
    portal.getAccount(),
  ])
  return { request: request.data, apps: apps.data, worlds: worlds.data, account: account.data }
}

function denyButton(code: string, show: (screen: Screen) => void): HTMLElement {
  const alert = h('span', { class: 'failure', role: 'alert', hidden: true })
  const deny = async (): Promise<void> => {
    try {
      await portal.denyJoinRequest({ path: { userCode: code } })
      show(decidedScreen('denied'))
    } catch (error) {
      report(error)
      alert.textContent = words(error)
      alert.hidden = false
    }
  }
  return h('span', {}, h('button', { type: 'button', class: 'danger', click: () => void deny() }, 'Deny'), alert)
}

/** The form of the claim page. Confirming registers the visitor. */
export async function claimScreen(code: string, show: (screen: Screen) => void): Promise<Screen> {
  localStorage.removeItem(CLAIM_ITEM)
  const { request, apps, worlds, account } = await readClaim(code)
  if (request.state !== 'pending') return decidedScreen(request.state)
  /** Created once, also if the first confirmation is refused. */
  let newAppId: string | null = null
  const createdApp = async (): Promise<string> => {
    newAppId ??= (await portal.createApp({ body: { name: request.name } })).data.id
    return newAppId
  }
  return {
    title: TITLE,
    body: [
      heading(TITLE),
      requestCard(code, request),
      form(
        [
          appField(apps),
          slugField(request.slug),
          worldField(worlds, request.worldId),
          optionalTick('readKey', READ_KEY_TEXT),
          ...visitorTermsTick(account),
          ...developerTermsTick(account),
        ],
        { send: 'Confirm', extraActions: [denyButton(code, show)] },
        async ({ text }) => {
          const appId = text('appId') === '' ? await createdApp() : text('appId')
          const { data: visitor } = await portal.confirmJoinRequest({
            path: { userCode: code },
            body: {
              appId,
              slug: text('slug'),
              worldId: text('worldId'),
              acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
              acceptedVisitorTermsVersion: account.currentVisitorTermsVersion,
            },
          })
          const readKey = text('readKey') === '' ? null : await createReadKey(appId, visitor, account)
          show(
            decidedScreen(
              'confirmed',
              h('p', {}, `${atHandle(visitor.handle)} is registered in ${visitor.worldId}.`),
              readKey === null
                ? null
                : card(
                    'Reading key',
                    null,
                    h('p', { class: 'warning' }, 'Save this line now and give it to your agent. It is shown once.'),
                    codeBlock('Environment line', `AGENT_NETWORK_READ_KEY=${readKey}`),
                  ),
              h(
                'p',
                { class: 'soft' },
                'If the agent does not fetch its key in time, create a join link on the ',
                h(
                  'a',
                  { href: `../developer/${linkTo('visitor', { appId, agentId: visitor.agentId })}` },
                  'page of the visitor',
                ),
                '.',
              ),
            ),
          )
        },
      ),
    ],
  }
}
