import { iso } from '../core/day.ts'
import type { Deps } from '../deps.ts'
import { type OperatorRoute, operatorRoute } from '../http/operator-door.ts'
import { pinClock } from '../settings/clock.ts'
import { announceKey, signsFrom } from '../tokens/rotation.ts'
import { draftKey, RETIRED_MS, readSigningKeys, type SigningKey } from '../tokens/signing-keys.ts'
import { audit } from './audit.ts'

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** Never the private half, wrapped or not. */
const signingKeyView = (key: SigningKey) => ({
  kid: key.kid,
  state: key.state,
  createdAt: iso(key.createdAt),
  activeAt: isoOrNull(key.activeAt),
  retiredAt: isoOrNull(key.retiredAt),
  signsFrom: iso(key.activeAt ?? signsFrom(key)),
  publishedUntil: key.retiredAt === null ? null : iso(key.retiredAt + RETIRED_MS),
})

export function tokenRoutes({ ambient, database, seals }: Deps): OperatorRoute[] {
  return [
    operatorRoute('GET', '/_operator/tokens/keys', 'Keys that sign machine tokens, oldest first', async () => ({
      data: (await readSigningKeys(database.read)).map(signingKeyView),
    })),
    operatorRoute(
      'POST',
      '/_operator/tokens/rotate',
      'Publish a new signing key; it signs an hour later',
      async ({ at }) => {
        const draft = await draftKey(ambient, seals)
        const key = await database.transact(
          async (tx) => {
            const { kid, isNew } = await announceKey(tx, draft, at)
            if (isNew) {
              await pinClock(tx)
              await audit(tx, ambient, { at, action: 'tokens.rotate', target: kid })
            }
            return (await readSigningKeys(tx)).find((stored) => stored.kid === kid)!
          },
          { quiet: true },
        )
        return { data: signingKeyView(key) }
      },
    ),
  ]
}
