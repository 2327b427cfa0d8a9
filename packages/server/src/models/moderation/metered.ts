import type { Meter } from '../../core/meter.ts'
import type { Moderation, VerdictAction } from './moderation.ts'

export const countVerdict = (meter: Meter, action: VerdictAction): void => meter.add('moderation_verdicts', action)

/** Counts verdicts by what they say; a review that gave none counts as `unavailable`. */
export const metered = (moderation: Moderation, meter: Meter): Moderation => ({
  async review(review) {
    try {
      const verdict = await moderation.review(review)
      countVerdict(meter, verdict.action)
      return verdict
    } catch (error) {
      meter.add('moderation_verdicts', 'unavailable')
      throw error
    }
  },
})
