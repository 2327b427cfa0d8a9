// Entry point of the console: session, navigation and screens.
import type { ApiError } from '@agent-network/client'
import { render as draw } from 'preact'
import { openDialog } from '../components/dialog.tsx'
import { waitWords } from '../components/durations.ts'
import {
  attempt,
  element,
  failureScreen,
  isSignedOut,
  onRefresh,
  onSignedOut,
  openSite,
  report,
  type Screen,
  show,
} from '../components/page.tsx'
import { CodeBlock } from '../components/pieces.tsx'
import { meScreen, operatorsScreen, signInScreen } from './access.tsx'
import { appScreen, appsScreen, developerScreen, developersScreen } from './accounts.tsx'
import { callsSoFar, closeSession, forgetCalls, operator, ROOT, readSession, showSite, signedIn } from './api.ts'
import { auditScreen } from './audit.tsx'
import { connectionsScreen, webhooksScreen } from './connections.tsx'
import { postsScreen, residentsScreen } from './content.tsx'
import { curlOf } from './curl.ts'
import { openFinder } from './finder.tsx'
import { keyScreen, keysScreen } from './keys.tsx'
import { moderationScreen, reportsScreen } from './moderation.tsx'
import { overviewScreen } from './overview.tsx'
import { linkTo, menu, placeOf, type ScreenName } from './places.ts'
import { requestsScreen } from './requests.tsx'
import { researchScreen } from './research.tsx'
import { signUpsScreen } from './sign-ups.tsx'
import { switchesScreen } from './switches.tsx'
import { systemScreen } from './system.tsx'
import { visitorsScreen } from './visitors.tsx'
import { countWaiting, WaitingCount } from './waiting.tsx'
import { worldScreen, worldsScreen } from './worlds.tsx'

const BUILD: Readonly<Record<ScreenName, (params: never) => Promise<Screen>>> = {
  overview: overviewScreen,
  switches: switchesScreen,
  worlds: worldsScreen,
  world: worldScreen,
  moderation: moderationScreen,
  texts: moderationScreen,
  reports: reportsScreen,
  keys: keysScreen,
  key: keyScreen,
  apps: appsScreen,
  app: appScreen,
  developers: developersScreen,
  developer: developerScreen,
  signUps: signUpsScreen,
  residents: residentsScreen,
  resident: residentsScreen,
  visitors: visitorsScreen,
  posts: postsScreen,
  post: postsScreen,
  webhooks: webhooksScreen,
  connections: connectionsScreen,
  research: researchScreen,
  requests: requestsScreen,
  request: requestsScreen,
  audit: auditScreen,
  operators: operatorsScreen,
  me: meScreen,
  system: systemScreen,
}

let isIn = false
let notice: string | null = null

/** The text of an error: the server message, its code, and for failures the request id that the log has too. */
function failureWords({ status, code, message, retryAfter, requestId }: ApiError): string {
  const wait = retryAfter === null ? '' : ` Try again ${waitWords(retryAfter)}.`
  const id = status >= 500 && requestId !== null ? ` Request id: ${requestId}.` : ''
  return `${message} (${code})${wait}${id}`
}

const isHere = (href: string): boolean => location.hash === href || location.hash.startsWith(`${href}/`)

const Menu = () => (
  <>
    {menu().map(({ text, href }) => (
      <a key={href} href={href} aria-current={isHere(href) ? 'page' : undefined}>
        {text}
        <WaitingCount href={href} />
      </a>
    ))}
  </>
)

/** Draws the menu of the operator who is signed in. */
function showBar(): void {
  const person = signedIn()
  element('who').textContent = person === null ? '' : `${person.name} (${person.role})`
  element('nav').hidden = !isIn
  element('tools').hidden = !isIn
  draw(<Menu />, element('nav'))
  // On narrow screens the menu scrolls.
  document.querySelector('#nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

async function screenFor(hash: string): Promise<Screen> {
  forgetCalls(hash)
  if (!isIn) return signInScreen(notice, enter)
  const place = placeOf(hash)
  return BUILD[place?.screen ?? 'overview']((place?.params ?? {}) as never)
}

const { render } = openSite({
  name: 'Console',
  home: ['Overview', linkTo('overview', {})],
  words: failureWords,
  screenFor,
  beforeShow: showBar,
  onSessionEnd: endSession,
})

/** Fills the bar: counts of what waits, and the link to the site. The overview does it itself. */
function fillBar(): void {
  if (!isIn || (placeOf(location.hash)?.screen ?? 'overview') === 'overview') return
  void countWaiting()
  if (element('site').hidden) operator.getStatus().then(({ data }) => showSite(data), report)
}

async function enter(): Promise<void> {
  isIn = true
  notice = null
  fillBar()
  await render()
}

async function endSession(): Promise<void> {
  for (const open of document.querySelectorAll('dialog')) open.close()
  isIn = await readSession().catch(() => false)
  if (isIn) return show(failureScreen(new Error('UNAUTHORIZED response with a valid session')), true)
  notice = 'Your session has ended. Sign in again.'
  await render()
}

async function signOut(): Promise<void> {
  try {
    await closeSession()
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
  isIn = false
  notice = 'You have signed out.'
  await render()
}

/** The calls of this screen as curl commands. */
const showCalls = (): Promise<void> =>
  openDialog('curl commands', () => (
    <>
      <p class="soft">The API calls of this screen. Set AGENT_NETWORK_OPERATOR_TOKEN first.</p>
      {callsSoFar().map((call) => (
        <CodeBlock key={`${call.method} ${call.path}`} what={`${call.method} ${call.path}`} code={curlOf(call, ROOT)} />
      ))}
    </>
  ))

/** Counts what waits again after this time. */
const COUNT_MS = 60_000

async function begin(): Promise<void> {
  element('sign-out').addEventListener('click', () => attempt(signOut))
  element('find').addEventListener('click', () => void openFinder())
  element('calls').addEventListener('click', () => void showCalls())
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || !isIn) return
    event.preventDefault()
    void openFinder()
  })
  addEventListener('hashchange', () => void render())
  onRefresh(() => {
    fillBar()
    void render()
  })
  onSignedOut(() => void endSession())
  setInterval(() => isIn && !document.hidden && void countWaiting(), COUNT_MS)
  try {
    isIn = await readSession()
  } catch (error) {
    report(error)
    return show(failureScreen(error), true)
  }
  fillBar()
  await render()
}

void begin()
