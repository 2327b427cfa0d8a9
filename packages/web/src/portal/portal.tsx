// Entry point of the developer portal: session, navigation and screens.
import { render as draw } from 'preact'
import {
  attempt,
  element,
  failureScreen,
  go,
  isSignedOut,
  onRefresh,
  onSignedOut,
  openSite,
  report,
  type Screen,
  show,
} from '../components/page.tsx'
import { accountScreen, pendingScreen, termsScreen } from './account.tsx'
import { closeSession, readSession, readStart, type SessionView, type Start } from './api.ts'
import { appScreen, appsScreen } from './apps.tsx'
import { claimCodeIn, claimIntroScreen, claimScreen } from './claim.tsx'
import { connectScreen } from './connect.tsx'
import {
  connectionsScreen,
  consentIntroScreen,
  consentRequestIn,
  consentScreen,
  storedConsentUrl,
} from './connections.tsx'
import { conversationsScreen, transcriptScreen } from './conversations.tsx'
import { closedScreen, forgotScreen, resetScreen, signInScreen, signUpScreen, verifyScreen } from './entrance.tsx'
import { failureWords } from './failures.ts'
import { inboxScreen } from './inbox.tsx'
import { keyScreen } from './keys.tsx'
import { claimItem, consentItem } from './requests.tsx'
import { placeOf, type ScreenName, tokenIn } from './router.ts'
import { timelineScreen } from './timeline.tsx'
import { visitorScreen } from './visitor.tsx'
import { webhookScreen, webhooksScreen } from './webhooks.tsx'

const SIGNED_OUT_SCREENS: readonly ScreenName[] = ['sign-in', 'sign-up', 'forgot']
/** The code of a claim page; null on the other pages. */
const claimCode = claimCodeIn(location.pathname)
/** The request of a consent page; null on the other pages. */
const consentRequest = consentRequestIn(location)
const HOME = claimCode !== null ? '#/claim' : consentRequest !== null ? '#/consent' : '#/apps'

/** Links in e-mails open separate pages. Their token must not stay in the address. */
const page = location.pathname.split('/').at(-1)
const isLetterPage = page === 'verify' || page === 'reset'
const token = tokenIn(location.hash)
if (isLetterPage) history.replaceState(null, '', location.pathname)

let start: Start
let session: SessionView | null = null
let notice: string | null = null
/** The address to open after sign-in. */
let wanted = HOME

function showBar(): void {
  const isIn = session !== null
  element('nav').hidden = !isIn
  element('who').textContent = session?.email ?? ''
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#nav a')) {
    const here = location.hash.startsWith(link.getAttribute('href')!)
    link.hidden = start.person !== 'member'
    if (here) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  const own = new URL(start.developerUrl)
  const box = element('elsewhere')
  box.hidden = own.origin === location.origin
  draw(
    <>
      The address of this portal is <a href={`${start.developerUrl}/developer/`}>{start.developerUrl}</a>. You can only
      sign in there.
    </>,
    box,
  )
}

/** Loads the settings and the session. */
async function loadSession(): Promise<void> {
  start = await readStart()
  session = start.person === 'closed' || start.person === 'nobody' ? null : await readSession()
}

async function afterSignIn(): Promise<void> {
  await loadSession()
  notice = null
  const target = wanted
  wanted = HOME
  go(target)
  if (location.hash === shownAt()) await render()
}

const entrance = {
  get start() {
    return start
  },
  entered: afterSignIn,
  /** After a link of an e-mail: back to the request that led to the sign-up, or to the apps. */
  leave(): void {
    const code = claimItem.take()
    location.assign(
      storedConsentUrl() ?? (code === null || claimCodeIn(`/claim/${code}`) === null ? './#/apps' : `../claim/${code}`),
    )
  },
  show: (screen: Screen) => show(screen, true),
}

const leaveAccount = (text: string) => async () => {
  await loadSession().catch(report)
  notice = text
  go('#/sign-in')
}

async function accountDeleted(): Promise<void> {
  await leaveAccount('Your account was deleted. To create a new one, sign in again.')()
}

const BUILD: Readonly<Partial<Record<ScreenName, (params: never) => Promise<Screen>>>> = {
  connections: connectionsScreen,
  app: appScreen,
  key: keyScreen,
  visitor: visitorScreen,
  timeline: timelineScreen,
  inbox: inboxScreen,
  webhooks: webhooksScreen,
  webhook: webhookScreen,
  conversations: conversationsScreen,
  transcript: transcriptScreen,
}

async function screenFor(hash: string): Promise<Screen> {
  if (start.person === 'closed') return closedScreen()
  const place = placeOf(hash === '' ? HOME : hash)
  const screen = place?.screen ?? 'apps'
  if (session === null) {
    if (screen === 'claim' && claimCode !== null) {
      claimItem.store(claimCode)
      return claimIntroScreen(claimCode, start)
    }
    if (screen === 'consent' && consentRequest !== null) {
      consentItem.store(consentRequest)
      return consentIntroScreen(consentRequest, start)
    }
    if (screen === 'sign-up' && start.signIn === 'built-in') return signUpScreen(entrance)
    if (screen === 'forgot' && start.signIn === 'built-in') return forgotScreen(entrance)
    if (!SIGNED_OUT_SCREENS.includes(screen)) wanted = hash === '' ? HOME : hash
    return signInScreen(entrance, notice)
  }
  if (start.person === 'new') return termsScreen(afterSignIn)
  if (start.person === 'pending') return pendingScreen()
  const params = (place?.params ?? {}) as never
  switch (screen) {
    case 'claim':
      return claimCode === null ? appsScreen() : claimScreen(claimCode, entrance.show)
    case 'consent':
      return consentRequest === null ? appsScreen() : consentScreen(consentRequest, entrance.show)
    case 'account':
      return accountScreen({
        start,
        deleted: accountDeleted,
        signedOut: leaveAccount('You have signed out everywhere.'),
        changed: () => void render(),
      })
    case 'connect':
      return connectScreen(params, start)
    default:
      return (BUILD[screen] ?? appsScreen)(params)
  }
}

const { render, shownAt } = openSite({
  name: 'Developer portal',
  home: ['Your apps', HOME],
  words: failureWords,
  screenFor,
  beforeShow: showBar,
  onSessionEnd: afterSessionEnd,
})

async function afterSessionEnd(): Promise<void> {
  for (const open of document.querySelectorAll('dialog')) open.close()
  notice = 'Your session has ended. Sign in again.'
  await loadSession().catch(report)
  // An UNAUTHORIZED response with a valid session must not cause an endless loop.
  if (session !== null) {
    show(failureScreen(new Error('UNAUTHORIZED response with a valid session')), true)
    return
  }
  await render()
}

async function signOut(): Promise<void> {
  try {
    await closeSession()
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
  await leaveAccount('You have signed out.')()
  wanted = HOME
}

async function startPortal(): Promise<void> {
  try {
    await loadSession()
  } catch (error) {
    report(error)
    show(failureScreen(error), true)
    onRefresh(() => location.reload())
    return
  }
  // An external provider leads back to the portal, not to the page that needed the sign-in.
  const unfinished = start.codeFlow && session !== null && HOME === '#/apps' ? storedConsentUrl() : null
  if (unfinished !== null) return location.replace(unfinished)
  showBar()
  if (isLetterPage && start.person !== 'closed') {
    show(page === 'verify' ? verifyScreen(entrance, token) : resetScreen(entrance, token), true)
    return
  }
  element('sign-out').addEventListener('click', () => attempt(signOut))
  addEventListener('hashchange', () => void render())
  onRefresh(() => void render())
  onSignedOut(() => void afterSessionEnd())
  await render()
}

void startPortal()
