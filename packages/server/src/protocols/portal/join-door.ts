import { LIMITS } from '@agent-network/contract'
import { exchangeJoinLink, isJoinCode } from '../../features/accounts/join-links.ts'
import { limitsOf } from '../../platform/access/authenticate.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import { gate } from '../../platform/control/switches.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { invalidInput, Refusal } from '../../platform/core/refusal.ts'
import { type Answer, jsonAnswer, refusalAnswer, textBody } from '../http/answer.ts'
import { readBytes } from '../http/body.ts'
import { addressOf } from '../http/caller.ts'
import { makeDoor } from '../http/front.ts'
import { originStep } from '../http/origin.ts'
import { CACHING, HTML_TYPE, loadBuiltFiles, PAGE_GUARDS, wantsHtml } from '../http/static.ts'
import type { Door } from '../http/steps.ts'
import { steps } from '../http/steps.ts'
import { isReading, type Visit } from '../http/visit.ts'

const ROOT = '/join/'

const PAGES = new URL('../../../../web/pages/portal/', import.meta.url)
const BUILT = new URL('../../../../web/dist/portal/', import.meta.url)

/** The code stands in the address: nothing carries it away or indexes it, and nobody may store the page. */
const HEADERS = [...PAGE_GUARDS, ...CACHING.never] as const

interface JoinPages {
  /** A link holds letters, digits, `_` and `-` beside the server's own address, so nothing has to be escaped. */
  known(link: string): string
  readonly unknown: string
}

function loadPages(): JoinPages {
  const built = loadBuiltFiles(BUILT)
  const known = built.text(new URL('join.html', PAGES))
  return {
    known: (link) => known.replaceAll('JOIN-LINK', () => link),
    unknown: built.text(new URL('join-unknown.html', PAGES)),
  }
}

/** Where a join link leads: a page for people, and the exchange for programs. */
export function joinDoor(deps: Deps): Door {
  const names = makeWindowNames()
  const codeIn = ({ path }: Visit): string => path.slice(ROOT.length)
  /** Read when somebody first looks at one. */
  let pages: JoinPages | undefined
  const pageAnswer = (status: number, textOf: (pages: JoinPages) => string): Answer => {
    pages ??= loadPages()
    return { status, body: textBody(textOf(pages)), type: HTML_TYPE, headers: HEADERS }
  }

  const page = (visit: Visit): Answer =>
    pageAnswer(200, ({ known }) => known(`${deps.urls().base}${ROOT}${codeIn(visit)}`))

  /** Guessing is limited by address, long before 128 bits would be found. */
  async function take(visit: Visit) {
    const limit = LIMITS.portal.joinsPerMinutePerAddress
    const keyId = `join ${names.nameOf(addressOf(deps, visit))}`
    const admitted = await deps.control.admit(() => ({
      found: null,
      take: { keyId, limit, probationEndsAt: 0, limitInProbation: limit },
    }))
    names.seenAt(admitted.at)
    if (admitted.window?.admitted === false)
      throw new Refusal('RATE_LIMIT_EXCEEDED', {
        message: `Too many attempts: ${limit} per minute from one address; wait for Retry-After`,
        retryAfterSeconds: limitsOf(admitted)!.resetSeconds,
      })
    return admitted
  }

  async function exchange(visit: Visit): Promise<Answer> {
    const admitted = await take(visit)
    if (!gate(admitted.state.switches, 'developerPortalEnabled')) throw new Refusal('DEVELOPER_PORTAL_DISABLED')
    // Nothing of a body is used.
    if ((await readBytes(visit.request, LIMITS.body_bytes.small)) === null)
      throw invalidInput(`The body is larger than ${LIMITS.body_bytes.small} bytes`)
    const { agentId, handle, worldId, issued } = await exchangeJoinLink(deps, admitted, codeIn(visit))
    const data = { agentId, handle, worldId, key: issued.raw, url: deps.urls().base }
    return jsonAnswer(200, { data }, CACHING.never)
  }

  return makeDoor(deps, {
    name: 'join',
    opens: (path) => path.startsWith(ROOT),
    steps: steps()
      .add('origin', originStep(deps))
      .answer('join', (visit) => {
        if (visit.method === 'POST') return exchange(visit)
        if (!isReading(visit) || !isJoinCode(codeIn(visit))) throw new Refusal('NOT_FOUND')
        return page(visit)
      }),
    refuse: (refusal, visit) =>
      refusal.status === 404 && wantsHtml(visit)
        ? pageAnswer(404, ({ unknown }) => unknown)
        : refusalAnswer(refusal, CACHING.never),
  })
}
