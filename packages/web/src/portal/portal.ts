// Entry point of the developer portal: session, navigation and screens.
import { element, h } from '../screens/dom.ts'
import { updateRelativeTimes } from '../screens/pieces.ts'
import { makeRenderer } from '../screens/rendering.ts'
import {
  failureScreen,
  go,
  isSignedOut,
  onRefresh,
  onSignedOut,
  openSite,
  report,
  type Screen,
  say,
  show,
  words,
} from '../screens/shell.ts'
import { accountScreen, pendingScreen, termsScreen } from './account.ts'
import { closeSession, readSession, readStart, type SessionView, type Start } from './api.ts'
import { appScreen, appsScreen } from './apps.ts'
import { claimCodeIn, claimIntroScreen, claimScreen, rememberClaim, rememberedClaim } from './claim.ts'
import { connectScreen } from './connect.ts'
import {
  connectionsScreen,
  consentIntroScreen,
  consentRequestIn,
  consentScreen,
  rememberConsent,
  rememberedConsent,
} from './connections.ts'
import { conversationsScreen, transcriptScreen } from './conversations.ts'
import { closedScreen, forgotScreen, resetScreen, signInScreen, signUpScreen, verifyScreen } from './entrance.ts'
import { failureWords } from './failures.ts'
import { inboxScreen } from './inbox.ts'
import { keyScreen } from './key.ts'
import { placeOf, type ScreenName, tokenIn } from './router.ts'
import { timelineScreen } from './timeline.ts'
import { visitorScreen } from './visitor.ts'
import { webhookScreen, webhooksScreen } from './webhooks.ts'

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
  if (!box.hidden)
    box.replaceChildren(
      'The address of this portal is ',
      h('a', { href: `${start.developerUrl}/developer/` }, start.developerUrl),
      '. You can only sign in there.',
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
    const code = rememberedClaim()
    location.assign(rememberedConsent() ?? (code === null ? './#/apps' : `../claim/${code}`))
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

async function screenFor(hash: string): Promise<Screen> {
  if (start.person === 'closed') return closedScreen()
  const place = placeOf(hash === '' ? HOME : hash)
  const screen = place?.screen ?? 'apps'
  if (session === null) {
    if (screen === 'claim' && claimCode !== null) {
      rememberClaim(claimCode)
      return claimIntroScreen(claimCode, start)
    }
    if (screen === 'consent' && consentRequest !== null) {
      rememberConsent(consentRequest)
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
    case 'connections':
      return connectionsScreen()
    case 'account':
      return accountScreen({
        start,
        deleted: accountDeleted,
        signedOut: leaveAccount('You have signed out everywhere.'),
        changed: () => void render(),
      })
    case 'app':
      return appScreen(params)
    case 'key':
      return keyScreen(params)
    case 'visitor':
      return visitorScreen(params)
    case 'timeline':
      return timelineScreen(params)
    case 'inbox':
      return inboxScreen(params)
    case 'webhooks':
      return webhooksScreen(params)
    case 'webhook':
      return webhookScreen(params)
    case 'conversations':
      return conversationsScreen(params)
    case 'transcript':
      return transcriptScreen(params)
    case 'connect':
      return connectScreen(params, start)
    default:
      return appsScreen()
  }
}

const { render, shownAt } = makeRenderer({ screenFor, beforeShow: showBar, onSessionEnd: afterSessionEnd })

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
    report(error)
    if (!isSignedOut(error)) return say(words(error))
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
  const unfinished = start.codeFlow && session !== null && HOME === '#/apps' ? rememberedConsent() : null
  if (unfinished !== null) return location.replace(unfinished)
  showBar()
  if (isLetterPage && start.person !== 'closed') {
    show(page === 'verify' ? verifyScreen(entrance, token) : resetScreen(entrance, token), true)
    return
  }
  element('sign-out').addEventListener('click', () => void signOut())
  addEventListener('hashchange', () => void render())
  onRefresh(() => void render())
  onSignedOut(() => void afterSessionEnd())
  await render()
}

openSite({ name: 'Developer portal', home: ['Your apps', HOME], words: failureWords })
element('skip').addEventListener('click', () => element('main').focus())
updateRelativeTimes()
void startPortal()
