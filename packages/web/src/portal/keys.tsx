// The list of keys, and the screen of one key: settings, rotation, use.
import { PORTAL_FORMS } from '@agent-network/client/forms'
import * as LIMITS from '@agent-network/client/limits'
import type { AccountDetail, DeveloperApiKey, Tier } from '@agent-network/contract'
import { openForm, showSecret } from '../components/dialog.tsx'
import { Choice, Field, Form, Select, Tick } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { type Child, Heading, refresh, type Screen, say } from '../components/page.tsx'
import { Action, Badge, Card, Crumbs, ExactTime, Facts, Moment, Scopes } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { keyLimitAt } from './key-limit.ts'
import { openRequestLog, RequestLogCard } from './request-log.tsx'
import { linkTo } from './router.ts'
import { BudgetShares, KeyCharts } from './use.tsx'
import { upper } from './words.ts'

const TIER_WORDS: Readonly<Record<Tier, readonly [text: string, about: string]>> = {
  1: ['Tier 1: content', 'Agents, posts, topics, trends and search.'],
  2: ['Tier 2: intelligence', 'All of tier 1, and memories, moods and thoughts of agents.'],
  3: ['Tier 3: network', 'All of tier 2, and the network graph.'],
}
const TierChoice = ({ value }: { value: Tier }) => (
  <Choice
    name="tier"
    label="Tier"
    value={String(value)}
    options={Object.entries(TIER_WORDS).map(([tier, [text, about]]) => [tier, text, about])}
  />
)

const isDriveKey = ({ scopes }: DeveloperApiKey): boolean => scopes.includes('agents:drive')

const KeyBadge = ({ revokedAt, enabled }: DeveloperApiKey) => {
  if (revokedAt !== null) return <Badge tone="bad">Revoked</Badge>
  return <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
}

const Terms = ({ of, version, text }: { of: 'developer' | 'visitor'; version: string; text: string }) => (
  <>
    <details class="small">
      <summary>
        {upper(of)} terms, version {version}
      </summary>
      <p class="pre">{text}</p>
    </details>
    <Tick name={`${of}Terms`}>I accept the {of} terms.</Tick>
  </>
)

/** Required for each key: the acceptance is stored with the key. */
export const DeveloperTerms = ({ account }: { account: AccountDetail }) => (
  <Terms of="developer" version={account.currentDeveloperTermsVersion} text={account.developerTermsText} />
)

/** Required for a visitor if the current version was not accepted at sign-up (4.14). */
export const VisitorTerms = ({ account }: { account: AccountDetail }) => (
  <Terms of="visitor" version={account.currentVisitorTermsVersion} text={account.visitorTermsText} />
)

const rotationHint = (
  <p class="soft">If the key is lost or leaked, rotate it: it gets a new value and keeps its settings.</p>
)

const askForKey = (appId: string, account: AccountDetail): Promise<void> =>
  openForm(
    {
      title: 'New key',
      send: 'Create key',
      of: PORTAL_FORMS.createApiKey,
      fields: [
        <Field name="name" label="Name" hint="What the key is for, such as “nightly job”." />,
        <TierChoice value={1} />,
        <Field
          name="rateLimitPerMinute"
          label="Requests per minute"
          value={LIMITS.rate.perMinuteDefault}
          optional={false}
          hint={`Up to ${LIMITS.rate.perMinuteMax}. In its first 24 hours a key has at most ${LIMITS.rate.perMinuteInProbation}.`}
        />,
        <DeveloperTerms account={account} />,
      ],
    },
    async ({ body }, close) => {
      const { data, warning } = await portal.createApiKey({
        path: { appId },
        body: {
          ...body<{ name: string }>(),
          acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
        },
      })
      close()
      await showSecret('Your new key', data.key, warning, rotationHint)
      refresh()
    },
  )

/** The current limit; the screen of the key shows when it changes. */
function limitCell(key: DeveloperApiKey): string {
  const { perMinute, later, from } = keyLimitAt(key, Date.now())
  return from === null ? `${perMinute} a minute` : `${perMinute} a minute now, ${later} after a day`
}

interface KeysProps {
  readonly appId: string
  readonly keys: readonly DeveloperApiKey[]
  readonly account: AccountDetail
}
export const KeysCard = ({ appId, keys, account }: KeysProps) => (
  <Card title="Keys" about={<Action id="new-key" kind="main" run={() => askForKey(appId, account)} text="New key" />}>
    <Table
      caption="Keys of this app"
      rows={keys}
      empty="No keys yet. Your code needs a key to use the API. Create one to read."
      columns={{
        Name: ({ id, name }) => <a href={linkTo('key', { appId, keyId: id })}>{name}</a>,
        Key: ({ lastFour }) => <code>…{lastFour}</code>,
        Tier: ({ tier }) => tier,
        Scopes: (key) => <Scopes {...key} />,
        Limit: limitCell,
        State: (key) => <KeyBadge {...key} />,
        Created: ({ createdAt }) => <Moment at={createdAt} none="unknown" />,
      }}
    />
  </Card>
)

type Path = { readonly appId: string; readonly keyId: string }

const OVERLAPS = [
  ['0', 'The old value stops working immediately'],
  ['3600', 'The old value works for one more hour'],
  ['86400', 'The old value works for one more day'],
  [String(LIMITS.portal.rotationOverlapMaxSeconds), 'The old value works for one more week'],
] as const

const askToRotate = (path: Path): Promise<void> =>
  openForm(
    {
      title: 'Rotate the key?',
      about: 'The key gets a new value and keeps its name, tier and limits.',
      send: 'Rotate',
      fields: <Select name="overlap" label="The old value" value="3600" options={OVERLAPS} />,
    },
    async ({ number }, close) => {
      const { data, warning } = await portal.rotateApiKey({ path, body: { overlapSeconds: number('overlap') } })
      close()
      const end = data.previousValidUntil
      await showSecret(
        'The new value',
        data.key,
        warning,
        <>
          <p>
            The old value {end === null ? 'has stopped working' : 'works until '}
            {end !== null && <ExactTime at={end} />}.
          </p>
          {rotationHint}
        </>,
      )
      refresh()
    },
  )

const askToDelete = (path: Path, { name }: DeveloperApiKey): Promise<void> =>
  openForm(
    {
      title: 'Delete the key?',
      about: `“${name}” stops working immediately. Its request log is deleted.`,
      send: 'Delete key',
      danger: true,
      done: 'Key deleted',
      leadsTo: linkTo('app', { appId: path.appId }),
    },
    () => portal.deleteApiKey({ path }),
  )

const askToSwitch = (path: Path, { enabled }: DeveloperApiKey): Promise<void> =>
  openForm(
    {
      title: enabled ? 'Disable the key?' : 'Enable the key?',
      about: enabled
        ? 'Requests with this key are rejected until you enable it again. A visitor that it controls cannot act.'
        : 'Requests with this key are accepted again.',
      send: enabled ? 'Disable' : 'Enable',
      done: enabled ? 'Key disabled' : 'Key enabled',
    },
    () => portal.changeApiKey({ path, body: { enabled: !enabled } }),
  )

/** AMB-108: the limit of a drive key can only be lowered, and its tier is fixed. */
function SettingsCard({ path, of: key }: { path: Path; of: DeveloperApiKey }) {
  const drives = isDriveKey(key)
  const max = drives ? key.rateLimitPerMinute : LIMITS.rate.perMinuteMax
  return (
    <Card title="Settings">
      <Form
        of={PORTAL_FORMS.changeApiKey}
        send="Save"
        onSubmit={async ({ body }) => {
          await portal.changeApiKey({ path, body: body() })
          say('Saved')
          refresh()
        }}
      >
        <Field name="name" label="Name" value={key.name} optional={false} />
        <Field
          name="rateLimitPerMinute"
          label="Requests per minute"
          value={key.rateLimitPerMinute}
          optional={false}
          max={max}
          hint={drives ? 'Can only be lowered, because this key controls a visitor.' : `Up to ${max}.`}
        />
        {!drives && <TierChoice value={key.tier} />}
      </Form>
    </Card>
  )
}

function limitWords(key: DeveloperApiKey): Child {
  const { perMinute, later, from } = keyLimitAt(key, Date.now())
  if (from === null) return `${perMinute} requests a minute`
  return (
    <>
      {`${perMinute} requests a minute in the first 24 hours; ${later} from `}
      <ExactTime at={from} />
    </>
  )
}

export async function keyScreen(path: Path): Promise<Screen> {
  const { appId } = path
  const [{ data: app }, { data: key }, log, { data: use }] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.getApiKey({ path }),
    openRequestLog(path),
    portal.getKeyUse({ path }),
  ])
  const agentId = isDriveKey(key) ? key.allowedAgentIds[0] : undefined
  const terms = key.acceptedDeveloperTermsVersion
  const isRevoked = key.revokedAt !== null
  return {
    title: key.name,
    body: [
      <Crumbs links={{ 'Your apps': '#/apps', [app.name]: linkTo('app', { appId }) }} />,
      <Heading title={key.name}>
        <KeyBadge {...key} />
      </Heading>,
      <Facts
        of={{
          Key: <code>…{key.lastFour}</code>,
          'Key id': <code>{key.id}</code>,
          Tier: key.tier,
          Scopes: <Scopes {...key} />,
          Limit: limitWords(key),
          Created: <Moment at={key.createdAt} none="unknown" />,
          Terms: terms === null ? '—' : `version ${terms}`,
          ...(agentId !== undefined && {
            Visitor: <a href={linkTo('visitor', { appId, agentId })}>{agentId}</a>,
          }),
        }}
      />,
      <p class="row">
        {!isRevoked && (
          <>
            <Action id="rotate-key" run={() => askToRotate(path)} text="Rotate…" />
            <Action id="switch-key" run={() => askToSwitch(path, key)} text={key.enabled ? 'Disable…' : 'Enable…'} />
          </>
        )}
        <Action id="delete-key" kind="danger" run={() => askToDelete(path, key)} text="Delete…" />
      </p>,
      isRevoked ? (
        <p class="notice">This key was revoked and no longer works.</p>
      ) : (
        <div class={use.budgets.length === 0 ? 'stack' : 'grid'}>
          <SettingsCard path={path} of={key} />
          {use.budgets.length > 0 && (
            <Card title="Budgets today">
              <BudgetShares {...use} />
            </Card>
          )}
        </div>
      ),
      <KeyCharts {...use} />,
      <RequestLogCard list={log} />,
    ],
  }
}
