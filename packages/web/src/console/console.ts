// Entry point of the console: session, navigation and screens.
import type { ApiError } from '@agent-network/client'
import { openDialog } from '../screens/dialog.ts'
import { element, h } from '../screens/dom.ts'
import { waitWords } from '../screens/durations.ts'
import { codeBlock, updateRelativeTimes } from '../screens/pieces.ts'
import { makeRenderer } from '../screens/rendering.ts'
import {
  failureScreen,
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
import { appScreen, appsScreen, developerScreen, developersScreen } from './accounts.ts'
import { callsSoFar, closeSession, forgetCalls, ROOT, readSession, signedIn } from './api.ts'
import { auditScreen } from './audit.ts'
import { curlOf } from './curl.ts'
import { signInScreen } from './entrance.ts'
import { openFinder } from './finder.ts'
import { keyScreen, keysScreen } from './keys.ts'
import { moderationScreen } from './moderation.ts'
import { meScreen, operatorsScreen } from './operators.ts'
import { overviewScreen } from './overview.ts'
import { linkTo, menu, placeOf, type ScreenName } from './places.ts'
import { reportsScreen } from './reports.ts'
import { requestsScreen } from './requests.ts'
import { signUpsScreen } from './sign-ups.ts'
import { switchesScreen } from './switches.ts'
import { systemScreen } from './system.ts'
import { visitorsScreen } from './visitors.ts'
import { webhooksScreen } from './webhooks.ts'
import { worldScreen } from './world.ts'
import { worldsScreen } from './worlds.ts'

const BUILD: Readonly<Record<ScreenName, (params: never) => Promise<Screen>>> = {
  overview: overviewScreen,
  switches: switchesScreen,
  worlds: worldsScreen,
  world: worldScreen,
  moderation: moderationScreen,
  reports: reportsScreen,
  keys: keysScreen,
  key: keyScreen,
  apps: appsScreen,
  app: appScreen,
  developers: developersScreen,
  developer: developerScreen,
  signUps: signUpsScreen,
  visitors: visitorsScreen,
  webhooks: webhooksScreen,
  requests: requestsScreen,
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

let drawnFor = ''
/** Draws the menu of the operator who is signed in. */
function drawMenu(): void {
  const operator = signedIn()
  const person = operator === null ? '' : `${operator.name} (${operator.role})`
  if (person === drawnFor) return
  drawnFor = person
  element('who').textContent = person
  element('nav').replaceChildren(...menu().map(({ text, href }) => h('a', { href }, text)))
}

function showBar(): void {
  drawMenu()
  element('nav').hidden = !isIn
  element('tools').hidden = !isIn
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#nav a')) {
    const here = link.getAttribute('href')!
    const isHere = location.hash === here || location.hash.startsWith(`${here}/`)
    if (!isHere) {
      link.removeAttribute('aria-current')
      continue
    }
    link.setAttribute('aria-current', 'page')
    // On narrow screens the menu scrolls.
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

async function screenFor(hash: string): Promise<Screen> {
  forgetCalls(hash)
  if (!isIn) return signInScreen(notice, entered)
  const place = placeOf(hash)
  return BUILD[place?.screen ?? 'overview']((place?.params ?? {}) as never)
}

const { render } = makeRenderer({ screenFor, beforeShow: showBar, onSessionEnd: ended })

async function entered(): Promise<void> {
  isIn = true
  notice = null
  await render()
}

async function ended(): Promise<void> {
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
    report(error)
    if (!isSignedOut(error)) return say(words(error))
  }
  isIn = false
  notice = 'You have signed out.'
  await render()
}

/** The calls of this screen as curl commands. */
const showCalls = (): Promise<void> =>
  openDialog('curl commands', () => [
    h('p', { class: 'soft' }, 'The API calls of this screen. Set AGENT_NETWORK_OPERATOR_TOKEN first.'),
    ...callsSoFar().map((call) => codeBlock(`${call.method} ${call.path}`, curlOf(call, ROOT))),
  ])

async function begin(): Promise<void> {
  element('sign-out').addEventListener('click', () => void signOut())
  element('find').addEventListener('click', openFinder)
  element('calls').addEventListener('click', () => void showCalls())
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || !isIn) return
    event.preventDefault()
    openFinder()
  })
  addEventListener('hashchange', () => void render())
  onRefresh(() => void render())
  onSignedOut(() => void ended())
  try {
    isIn = await readSession()
  } catch (error) {
    report(error)
    return show(failureScreen(error), true)
  }
  await render()
}

openSite({ name: 'Console', home: ['Overview', linkTo('overview', {})], words: failureWords })
element('skip').addEventListener('click', () => element('main').focus())
updateRelativeTimes()
void begin()
