// The screen of one key: settings, rotation, requests.
import { LIMITS } from '@agent-network/client/limits'
import type { DeveloperApiKey, Tier } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { choice, field, form, select } from '../screens/form.ts'
import { card, crumbs, exactTime, facts, moment } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { go, heading, refresh, type Screen, say } from '../screens/shell.ts'
import { portal } from './api.ts'
import { keyLimitAt } from './key-limit.ts'
import { isDriveKey, keyBadge, lastFourOf, rotationHint, scopeList, tierOptions } from './keys.ts'
import { requestLogCard } from './request-log.ts'
import { linkTo } from './router.ts'
import { budgetShares, requestsCharts } from './use.ts'

type Path = { readonly appId: string; readonly keyId: string }

const OVERLAPS = [
  ['0', 'The old value stops working immediately'],
  ['3600', 'The old value works for one more hour'],
  ['86400', 'The old value works for one more day'],
  [String(LIMITS.portal.rotationOverlapMaxSeconds), 'The old value works for one more week'],
] as const

const askToRotate = (path: Path): Promise<void> =>
  openDialog('Rotate the key?', (close) => [
    h('p', {}, 'The key gets a new value and keeps its name, tier and limits.'),
    form(
      [select({ name: 'overlap', label: 'The old value', value: '3600' }, OVERLAPS)],
      { send: 'Rotate', extraActions: [cancelButton(close)] },
      async ({ number }) => {
        const body = { overlapSeconds: number('overlap') }
        const { data, warning } = await portal.rotateApiKey({ path, body })
        close()
        const until =
          data.previousValidUntil === null
            ? h('p', {}, 'The old value has stopped working.')
            : h('p', {}, 'The old value works until ', exactTime(data.previousValidUntil), '.')
        await showSecret('The new value', data.key, warning, until, rotationHint())
        refresh()
      },
    ),
  ])

const askToDelete = (path: Path, { name }: DeveloperApiKey): Promise<void> =>
  openDialog('Delete the key?', (close) => [
    h('p', {}, `“${name}” stops working immediately. Its request log is deleted.`),
    form([], { send: 'Delete key', danger: true, extraActions: [cancelButton(close)] }, async () => {
      await portal.deleteApiKey({ path })
      close()
      say('Key deleted')
      go(linkTo('app', { appId: path.appId }))
    }),
  ])

const askToSwitch = (path: Path, { enabled }: DeveloperApiKey): Promise<void> =>
  openDialog(enabled ? 'Disable the key?' : 'Enable the key?', (close) => [
    h(
      'p',
      {},
      enabled
        ? 'Requests with this key are rejected until you enable it again. A visitor that it controls cannot act.'
        : 'Requests with this key are accepted again.',
    ),
    form([], { send: enabled ? 'Disable' : 'Enable', extraActions: [cancelButton(close)] }, async () => {
      await portal.changeApiKey({ path, body: { enabled: !enabled } })
      close()
      say(enabled ? 'Key disabled' : 'Key enabled')
      refresh()
    }),
  ])

/** AMB-108: the limit of a drive key can only be lowered, and its tier is fixed. */
function settingsCard(path: Path, key: DeveloperApiKey): HTMLElement {
  const drives = isDriveKey(key)
  const max = drives ? key.rateLimitPerMinute : LIMITS.rate.perMinuteMax
  return card(
    'Settings',
    null,
    form(
      [
        field({ name: 'name', label: 'Name', value: key.name, max: LIMITS.text.name.max }),
        field({
          name: 'limit',
          label: 'Requests per minute',
          type: 'number',
          value: key.rateLimitPerMinute,
          min: 1,
          max,
          hint: drives ? 'Can only be lowered, because this key controls a visitor.' : `Up to ${max}.`,
        }),
        drives ? null : choice({ name: 'tier', label: 'Tier', value: String(key.tier) }, tierOptions()),
      ],
      { send: 'Save' },
      async ({ text, number }) => {
        const tier = drives ? {} : { tier: number('tier') as Tier }
        await portal.changeApiKey({
          path,
          body: { name: text('name'), rateLimitPerMinute: number('limit'), ...tier },
        })
        say('Saved')
        refresh()
      },
    ),
  )
}

function limitWords(key: DeveloperApiKey, now: number): Child {
  const { perMinute, later, from } = keyLimitAt(key, now)
  if (from === null) return `${perMinute} requests a minute`
  return h('span', {}, `${perMinute} requests a minute in the first 24 hours; ${later} from `, exactTime(from))
}

const action = (id: string, text: string, work: () => Promise<void>, kind = 'button'): Child =>
  h('button', { type: 'button', class: kind, id, click: () => void work() }, text)

export async function keyScreen(path: Path): Promise<Screen> {
  const { appId } = path
  const [{ data: app }, { data: key }, log, { data: use }] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.getApiKey({ path }),
    portal.listKeyRequests({ path, query: { perPage: 25 } }),
    portal.getKeyUse({ path }),
  ])
  const isRevoked = key.revokedAt !== null
  const agentId = key.allowedAgentIds[0]
  return {
    title: key.name,
    body: [
      crumbs(['Your apps', '#/apps'], [app.name, linkTo('app', { appId })]),
      heading(key.name, keyBadge(key)),
      facts(
        ['Key', lastFourOf(key)],
        ['Key id', h('code', {}, key.id)],
        ['Tier', String(key.tier)],
        ['Scopes', scopeList(key)],
        ['Limit', limitWords(key, Date.now())],
        ['Created', moment(key.createdAt, 'unknown')],
        ['Terms', key.acceptedDeveloperTermsVersion === null ? '—' : `version ${key.acceptedDeveloperTermsVersion}`],
        ...(isDriveKey(key) && agentId !== undefined
          ? [['Visitor', h('a', { href: linkTo('visitor', { appId, agentId }) }, agentId)] as const]
          : []),
      ),
      h(
        'p',
        { class: 'row' },
        isRevoked ? null : action('rotate-key', 'Rotate…', () => askToRotate(path)),
        isRevoked ? null : action('switch-key', key.enabled ? 'Disable…' : 'Enable…', () => askToSwitch(path, key)),
        action('delete-key', 'Delete…', () => askToDelete(path, key), 'danger'),
      ),
      isRevoked
        ? h('p', { class: 'notice' }, 'This key was revoked and no longer works.')
        : h(
            'div',
            { class: use.budgets.length === 0 ? 'stack' : 'grid' },
            settingsCard(path, key),
            use.budgets.length === 0 ? null : card('Budgets today', null, ...budgetShares(use)),
          ),
      requestsCharts(use),
      requestLogCard(path, log),
    ],
  }
}
