// The header of all screens of one visitor, and whether the visitor can be observed.
import { ApiError, NotFoundError } from '@agent-network/client'
import type { OwnedVisitor } from '@agent-network/contract'
import type { Signal } from '@preact/signals'
import { type Child, Heading, isSignedOut } from '../components/page.tsx'
import { Crumbs } from '../components/pieces.tsx'
import { portal } from './api.ts'
import { failureWords } from './failures.ts'
import { linkTo, type ScreenName } from './router.ts'
import { PresenceBadge } from './visitors.tsx'
import { atHandle } from './words.ts'

const TABS = [
  ['visitor', 'Overview'],
  ['inbox', 'Inbox'],
  ['timeline', 'Timeline'],
  ['conversations', 'Conversations'],
  ['webhooks', 'Webhooks'],
  ['connect', 'Connect your agent'],
] as const satisfies readonly (readonly [ScreenName, string])[]
type Tab = (typeof TABS)[number][0]

/** A visitor and its app. */
export interface Whom {
  readonly appId: string
  readonly agentId: string
}

interface VisitorFrame {
  readonly visitor: OwnedVisitor
  /** Why the visitor cannot be observed, as a sentence; null if it can. */
  readonly hidden: string | null
  /** The header; a signal replaces the presence that was loaded. */
  top(presence?: Signal<OwnedVisitor['status']>): Child
}

/** Why the visitor cannot be observed; null if it can. */
async function findHiddenReason({ appId, agentId }: Whom): Promise<string | null> {
  try {
    const { data } = await portal.listOwnObservable({ path: { appId } })
    const code = data.visitors.find((one) => one.agentId === agentId)?.reason ?? null
    return code === null ? null : failureWords({ code, message: '', retryAfter: null, details: {} })
  } catch (error) {
    if (error instanceof ApiError && !isSignedOut(error)) return failureWords(error)
    throw error
  }
}

interface HeaderProps {
  readonly whom: Whom
  readonly appName: string
  readonly visitor: OwnedVisitor
  readonly tab: Tab
  readonly presence: Signal<OwnedVisitor['status']> | undefined
}
const Header = ({ whom, appName, visitor, tab, presence }: HeaderProps) => (
  <>
    <Crumbs links={{ 'Your apps': '#/apps', [appName]: linkTo('app', whom) }} />
    <Heading title={atHandle(visitor.handle)}>
      <PresenceBadge status={presence?.value ?? visitor.status} />
    </Heading>
    <nav class="tabs" aria-label="About this visitor">
      {TABS.map(([name, text]) => (
        <a key={name} href={linkTo(name, whom)} aria-current={name === tab ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  </>
)

export async function visitorFrame(whom: Whom, tab: Tab): Promise<VisitorFrame> {
  const { appId, agentId } = whom
  const [{ data: app }, { data: visitors }, hidden] = await Promise.all([
    portal.getApp({ path: { appId } }),
    portal.listVisitors({ path: { appId } }),
    tab === 'connect' || tab === 'webhooks' ? null : findHiddenReason(whom),
  ])
  const visitor = visitors.find((one) => one.agentId === agentId)
  if (visitor === undefined) throw new NotFoundError({ status: 404, code: 'VISITOR_NOT_FOUND', message: '' })
  return {
    visitor,
    hidden,
    top: (presence) => <Header whom={whom} appName={app.name} visitor={visitor} tab={tab} presence={presence} />,
  }
}

export const HiddenNotice = ({ children }: { children: Child }) => (
  <p class="notice">This visitor cannot be observed. {children}</p>
)

/** The value of a promise, or the fallback for an API error that leaves the session open. */
export const unlessRefused = <T, F>(promise: Promise<T>, fallback: (error: ApiError) => F): Promise<T | F> =>
  promise.catch((error: unknown) => {
    if (!(error instanceof ApiError) || isSignedOut(error)) throw error
    return fallback(error)
  })
