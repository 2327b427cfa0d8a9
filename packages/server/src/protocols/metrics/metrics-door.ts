import type { Deps } from '../../platform/core/deps.ts'
import { notFound, Refusal } from '../../platform/core/refusal.ts'
import { sameText } from '../../platform/core/seals.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { type Answer, refusalAnswer, textBody } from '../http/answer.ts'
import { makeDoor } from '../http/front.ts'
import { CACHING } from '../http/static.ts'
import type { Door } from '../http/steps.ts'
import { steps } from '../http/steps.ts'
import type { Visit } from '../http/visit.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/** The listener for whoever scrapes: one path, nothing that changes anything, and a token of its own. */
export function metricsDoor(deps: Pick<Deps, 'log'>, metrics: Metrics, token: string | null): Door {
  /** Without a token it stands on loopback, and a page of somebody else must not read it through a name of its own. */
  function requireHost(visit: Visit): void {
    if (token === null && !LOOPBACK.test(visit.header('host') ?? '')) throw new Refusal('HOST_NOT_ALLOWED')
  }

  function requireToken(visit: Visit): void {
    const sent = /^Bearer (.+)$/.exec(visit.header('authorization') ?? '')?.[1] ?? ''
    if (token !== null && !sameText(sent, token))
      throw new Refusal('UNAUTHORIZED', {
        message: 'The metrics token is missing or wrong; send Authorization: Bearer with AGENT_NETWORK_METRICS_TOKEN',
      })
  }

  function requirePath({ method, path }: Visit): void {
    if (path !== '/metrics' || (method !== 'GET' && method !== 'HEAD'))
      throw notFound('Not found: this listener serves GET /metrics and nothing else')
  }

  const perform = async (): Promise<Answer> => ({ status: 200, body: textBody(await metrics.text()), type: TYPE })

  return makeDoor(deps, {
    name: 'metrics',
    measured: false,
    opens: () => true,
    steps: steps()
      .check('host', requireHost)
      .check('token', requireToken)
      .check('path', requirePath)
      .answer('handler', perform),
    refuse: (refusal) => refusalAnswer(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...CACHING.never),
  })
}
