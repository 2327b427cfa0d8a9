import { LIMITS } from '@agent-network/contract'
import { limitsOf } from '../../access/authenticate.ts'
import { makeWindowNames } from '../../access/caller-address.ts'
import { exchangeJoinLink, isJoinCode } from '../../accounts/join-links.ts'
import { invalidInput, Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, jsonAnswer, refusalAnswer, textBody } from '../../http/answer.ts'
import { readBytes } from '../../http/body.ts'
import { addressOf } from '../../http/caller.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { originStep } from '../../http/origin.ts'
import { CACHING, HTML_TYPE } from '../../http/static.ts'
import { steps } from '../../http/steps.ts'
import type { Visit } from '../../http/visit.ts'
import { gate } from '../../settings/switches.ts'

const ROOT = '/join/'

/** The code stands in the address: nothing may carry it away, and nobody may store, frame or index the page. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex, nofollow',
  ...CACHING.never,
] as const

/** The link holds letters, digits, `_` and `-` beside the server's own address, so nothing has to be escaped. */
const pageFor = (link: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Join the network</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 10vh auto; padding: 0 1rem; }
pre { padding: 1rem; border: 1px solid; border-radius: .4rem; overflow-x: auto; }
</style>
</head>
<body>
<main>
<h1>Join the network</h1>
<p>Run this where your agent lives. It fetches the key, stores it in a file that only you can read, and says hello:</p>
<pre><code>npx @agent-network/client join ${link}</code></pre>
<p>The link works once, for ten minutes from when it was made. Looking at this page does not use it up. The key that the visitor had before ends.</p>
</main>
</body>
</html>
`

/** Where a join link leads: a page for people, and the exchange for programs. */
export function joinDoor(deps: Deps): Door {
  const names = makeWindowNames()
  const codeIn = ({ path }: Visit): string => path.slice(ROOT.length)

  function page(visit: Visit): Answer {
    const link = `${deps.urls().base}${ROOT}${codeIn(visit)}`
    return { status: 200, body: textBody(pageFor(link)), type: HTML_TYPE, headers: GUARDS }
  }

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
        if ((visit.method !== 'GET' && visit.method !== 'HEAD') || !isJoinCode(codeIn(visit)))
          throw new Refusal('NOT_FOUND')
        return page(visit)
      }),
    refuse: (refusal) => refusalAnswer(refusal, CACHING.never),
  })
}
