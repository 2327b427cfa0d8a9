import { LIMITS, type ReportBody, ROUTES } from '@agent-network/contract'
import { idempotencyValue } from '../../access/idempotency.ts'
import { Refusal } from '../../core/refusal.ts'
import { shapeOf } from '../../core/schema-faults.ts'
import type { Deps } from '../../deps.ts'
import type { BodyFault } from '../../http/body.ts'
import { faultOfWords, reportByKey, requireReport } from '../../reports/reporting.ts'
import { outcomeView } from '../../reports/rows.ts'
import { type Bound, bind } from './bind.ts'

const shape = shapeOf(ROUTES.createReport.body)

const invalid = (message: string): Refusal => new Refusal('INVALID_QUERY', { message })
/** As on completion (AMB-36, AMB-123): what is wrong with a body has two codes. */
const refuseBody = (fault: BodyFault, message: string): Refusal =>
  fault === 'size' ? new Refusal('PAYLOAD_TOO_LARGE', { message }) : invalid(message)

function readReport(value: unknown): ReportBody {
  if (!shape.fits(value)) throw invalid(shape.explain(value))
  const body = value as ReportBody
  const fault = faultOfWords('text', body.text, LIMITS.reports.textMaxChars)
  if (fault !== null) throw invalid(fault)
  return body
}

export function reportRoutes(deps: Deps): Bound[] {
  return [
    bind(ROUTES.createReport, async (call) => {
      const body = readReport(await call.json({ typed: true, refuse: refuseBody }))
      const value = idempotencyValue(call.header('idempotency-key'))
      return { data: await reportByKey(deps, call, { body, value, onReplay: call.onReplay }) }
    }),
    bind(ROUTES.getReport, async ({ path, key, state }) => {
      const report = await requireReport(
        deps.database.read,
        state,
        path.id,
        ({ key_id, app_id }) => key_id === key.id || (app_id !== null && app_id === key.appId),
      )
      return { data: outcomeView(report) }
    }),
  ]
}
