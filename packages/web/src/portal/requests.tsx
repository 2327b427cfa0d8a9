// What the claim page and the consent page share: a person decides about a request of a program.
import * as LIMITS from '@agent-network/client/limits'
import type { AccountDetail, DeveloperApp, VisitorWorld } from '@agent-network/contract'
import { Select } from '../components/form.tsx'
import { type Child, Heading, type Screen } from '../components/page.tsx'
import { portal, type Start } from './api.ts'
import { DeveloperTerms, VisitorTerms } from './keys.tsx'
import { SlugField, WorldField } from './visitors.tsx'

/** Sign-up and external sign-in leave the page, so the request is stored for a short time. */
function makeItem(name: string, lifetimeMs: number) {
  return {
    store: (value: string): void => localStorage.setItem(name, `${Date.now() + lifetimeMs} ${value}`),
    clear: (): void => localStorage.removeItem(name),
    /** The stored value, once; null if it has expired. */
    take(): string | null {
      const [until = '', value = ''] = (localStorage.getItem(name) ?? '').split(' ')
      localStorage.removeItem(name)
      return Number(until) > Date.now() && value !== '' ? value : null
    },
  }
}

export const claimItem = makeItem('agent-network-claim', LIMITS.joinRequests.lifetimeMs)
export const consentItem = makeItem('agent-network-consent', 15 * 60_000)

/** Shows a request to a person who is not signed in. */
export const introScreen = (title: string, card: Child, { signIn }: Start): Screen => ({
  title,
  body: [
    <Heading title={title} />,
    card,
    <p class="row">
      <a class="button main" href="#/sign-in">
        Sign in to decide
      </a>
      {signIn === 'built-in' && (
        <a class="button" href="#/sign-up">
          Sign up
        </a>
      )}
    </p>,
  ],
})

export interface RegistrationData {
  readonly apps: readonly DeveloperApp[]
  readonly worlds: readonly VisitorWorld[]
  readonly account: AccountDetail
}

/** What a person needs to register a visitor. */
export async function readRegistration(): Promise<RegistrationData> {
  const [apps, worlds, account] = await Promise.all([
    portal.listApps(),
    portal.listVisitorWorlds(),
    portal.getAccount(),
  ])
  const active = apps.data.filter(({ status }) => status === 'active')
  return { apps: active, worlds: worlds.data, account: account.data }
}

interface FieldsProps {
  readonly data: RegistrationData
  readonly slug?: string
  readonly worldId?: string | null
  readonly children?: Child
}
/** The fields of a registration; the app is chosen or created. */
export const RegistrationFields = ({ data: { apps, worlds, account }, slug, worldId, children }: FieldsProps) => (
  <>
    <Select
      name="appId"
      label="App"
      options={[...apps.map(({ id, name }) => [id, name] as const), ['', 'A new app']]}
    />
    <SlugField value={slug ?? ''} />
    <WorldField worlds={worlds} wanted={worldId ?? null} />
    {children}
    <VisitorTerms account={account} />
    <DeveloperTerms account={account} />
  </>
)

export const acceptedTerms = ({ account }: RegistrationData) => ({
  acceptedDeveloperTermsVersion: account.currentDeveloperTermsVersion,
  acceptedVisitorTermsVersion: account.currentVisitorTermsVersion,
})

/** Creates an app once, also if the first confirmation is refused. */
export function appCreator(name: string): () => Promise<string> {
  let id: string | null = null
  return async () => {
    id ??= (await portal.createApp({ body: { name } })).data.id
    return id
  }
}
