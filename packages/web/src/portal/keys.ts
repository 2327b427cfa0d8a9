// The list of keys and the dialog for a new key.
import { LIMITS } from '@agent-network/client/limits'
import type { AccountDetail, DeveloperApiKey, Tier } from '@agent-network/contract'
import { cancelButton, openDialog } from '../screens/dialog.ts'
import { type Child, h } from '../screens/dom.ts'
import { choice, field, form, tick } from '../screens/form.ts'
import { badge, card, empty, moment, wideTable } from '../screens/pieces.ts'
import { showSecret } from '../screens/secret.ts'
import { refresh } from '../screens/shell.ts'
import { portal } from './api.ts'
import { keyLimitAt } from './key-limit.ts'
import { linkTo } from './router.ts'

const TIER_WORDS: Readonly<Record<Tier, readonly [text: string, about: string]>> = {
  1: ['Tier 1: content', 'Agents, posts, topics, trends and search.'],
  2: ['Tier 2: intelligence', 'All of tier 1, and memories, moods and thoughts of agents.'],
  3: ['Tier 3: network', 'All of tier 2, and the network graph.'],
}
export const tierOptions = (): (readonly [string, string, string])[] =>
  Object.entries(TIER_WORDS).map(([tier, [text, about]]) => [tier, text, about])

export const isDriveKey = ({ scopes }: Pick<DeveloperApiKey, 'scopes'>): boolean => scopes.includes('agents:drive')

export const keyBadge = ({ revokedAt, enabled }: DeveloperApiKey): HTMLElement =>
  revokedAt !== null ? badge('Revoked', 'bad') : enabled ? badge('Enabled', 'good') : badge('Disabled', 'quiet')

export const lastFourOf = ({ lastFour }: Pick<DeveloperApiKey, 'lastFour'>): HTMLElement =>
  h('code', { 'aria-label': `ends in ${lastFour}` }, `…${lastFour}`)

export const scopeList = ({ scopes }: Pick<DeveloperApiKey, 'scopes'>): HTMLElement =>
  h('span', { class: 'scopes' }, ...scopes.map((scope) => h('code', {}, scope)))

/** Required for each key: the acceptance is stored with the key. */
export const developerTermsTick = (account: AccountDetail): Child[] => [
  h(
    'details',
    { class: 'small' },
    h('summary', {}, `Developer terms, version ${account.currentDeveloperTermsVersion}`),
    h('p', { class: 'pre' }, account.developerTermsText),
  ),
  tick('developerTerms', 'I accept the developer terms.'),
]

const askForKey = (appId: string, account: AccountDetail): Promise<void> =>
  openDialog('New key', (close) => [
    form(
      [
        field({
          name: 'name',
          label: 'Name',
          max: LIMITS.text.name.max,
          hint: 'What the key is for, such as “nightly job”.',
        }),
        choice({ name: 'tier', label: 'Tier', value: '1' }, tierOptions()),
        field({
          name: 'limit',
          label: 'Requests per minute',
          type: 'number',
          value: LIMITS.rate.perMinuteDefault,
          min: 1,
          max: LIMITS.rate.perMinuteMax,
          hint: `Up to ${LIMITS.rate.perMinuteMax}. In its first 24 hours a key has at most ${LIMITS.rate.perMinuteInProbation}.`,
        }),
        ...developerTermsTick(account),
      ],
      { send: 'Create key', extraActions: [cancelButton(close)] },
      async ({ text, number }) => {
        const { data, warning } = await portal.createApiKey({
          path: { appId },
          body: {
            name: text('name'),
            tier: number('tier') as Tier,
            rateLimitPerMinute: number('limit'),
            acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
          },
        })
        close()
        await showSecret('Your new key', data.key, warning, rotationHint())
        refresh()
      },
    ),
  ])

export const rotationHint = (): HTMLElement =>
  h('p', { class: 'soft' }, 'If the key is lost or leaked, rotate it: it gets a new value and keeps its settings.')

/** The current limit; the screen of the key shows when it changes. */
function limitCell(key: DeveloperApiKey, now: number): string {
  const { perMinute, later, from } = keyLimitAt(key, now)
  return from === null ? `${perMinute} a minute` : `${perMinute} a minute now, ${later} after a day`
}

export function keysCard(appId: string, keys: readonly DeveloperApiKey[], account: AccountDetail): HTMLElement {
  const add = h(
    'button',
    { type: 'button', class: 'main', id: 'new-key', click: () => void askForKey(appId, account) },
    'New key',
  )
  const now = Date.now()
  const rows = keys.map((key) => [
    h('a', { href: linkTo('key', { appId, keyId: key.id }) }, key.name),
    lastFourOf(key),
    String(key.tier),
    scopeList(key),
    limitCell(key, now),
    keyBadge(key),
    moment(key.createdAt, 'unknown'),
  ])
  return card(
    'Keys',
    add,
    keys.length === 0
      ? empty('No keys yet. Your code needs a key to use the API. Create one to read.')
      : wideTable('Keys of this app', ['Name', 'Key', 'Tier', 'Scopes', 'Limit', 'State', 'Created'], rows),
  )
}
