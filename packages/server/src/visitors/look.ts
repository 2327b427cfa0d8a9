import type { Caller } from '../access/authenticate.ts'
import type { SpokenText } from '../actions/action.ts'
import type { Deps } from '../deps.ts'
import { ModerationUnavailable, type Verdict } from '../models/moderation/moderation.ts'
import { modelTimeoutMs } from '../models/speech.ts'
import { names } from '../settings/switches.ts'

const NO_VERDICT: Verdict = {
  action: 'uncertain',
  category: 'moderation_unavailable',
  reason: 'Moderation gave no verdict',
  rule: 'no verdict',
}

/** Visitor text fails closed: no verdict is as good as a bad one (4.10, step 4; AMB-144). */
async function look(deps: Deps, { state }: Caller, { text, policy }: SpokenText): Promise<Verdict> {
  const { switches } = state
  try {
    const bannedTerms = names(switches, 'bannedTerms')
    return await deps.moderation.review({ text, policy, bannedTerms, timeoutMs: modelTimeoutMs(switches) })
  } catch (error) {
    if (!(error instanceof ModerationUnavailable)) throw error
    deps.log.warn({ event: 'visitors.moderation_unavailable', err: error }, 'moderation gave no verdict')
    return NO_VERDICT
  }
}

/** What there is against a text; null when it may be said (step 4), or published (step 6). */
export async function objectionTo(deps: Deps, caller: Caller, spoken: SpokenText): Promise<Verdict | null> {
  const verdict = await look(deps, caller, spoken)
  return verdict.action === 'allow' ? null : verdict
}
