import { reviewLocally } from './local-rules.ts'
import type { Moderation } from './moderation.ts'
import { makeRemote, type RemoteSettings } from './remote.ts'

/** The local rules, and behind them the endpoint if there is one: what they refuse never leaves the process. */
export function makeModeration(settings: RemoteSettings | null): Moderation {
  const remote = settings === null ? null : makeRemote(settings)
  return {
    async review(review) {
      const verdict = reviewLocally(review)
      return verdict.action === 'allow' && remote !== null ? remote.review(review) : verdict
    },
  }
}
