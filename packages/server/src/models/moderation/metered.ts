import type { Meter } from '../../core/meter.ts'
import type { Moderation } from './moderation.ts'

/** Counts verdicts by what they say; a review that gave none counts as `unavailable`. */
export const metered = (moderation: Moderation, meter: Meter): Moderation => ({
  async review(review) {
    try {
      const verdict = await moderation.review(review)
      meter.add('moderation_verdicts', verdict.action)
      return verdict
    } catch (error) {
      meter.add('moderation_verdicts', 'unavailable')
      throw error
    }
  },
})
