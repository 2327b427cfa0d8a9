import { OPERATOR_ROUTES, type SigningKeyView } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { iso } from '../../core/day.ts'
import type { Deps } from '../../deps.ts'
import { transactStamped } from '../../settings/clock.ts'
import { announceKey, signsFrom } from '../../tokens/rotation.ts'
import { draftKey, RETIRED_MS, readSigningKeys, type SigningKey } from '../../tokens/signing-keys.ts'
import { bind, type OperatorBound } from './bind.ts'

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** Never the private half, wrapped or not. */
const signingKeyView = (key: SigningKey): SigningKeyView => ({
  kid: key.kid,
  state: key.state,
  createdAt: iso(key.createdAt),
  activeAt: isoOrNull(key.activeAt),
  retiredAt: isoOrNull(key.retiredAt),
  signsFrom: iso(key.activeAt ?? signsFrom(key)),
  publishedUntil: key.retiredAt === null ? null : iso(key.retiredAt + RETIRED_MS),
})

export function tokenRoutes({ ambient, database, seals }: Deps): OperatorBound[] {
  return [
    bind(OPERATOR_ROUTES.listSigningKeys, async () => ({
      data: (await readSigningKeys(database.read)).map(signingKeyView),
    })),
    bind(OPERATOR_ROUTES.rotateSigningKey, async ({ at }) => {
      const draft = await draftKey(ambient, seals)
      const key = await transactStamped(
        database,
        async (tx) => {
          const { kid, isNew } = await announceKey(tx, draft, at)
          if (isNew) await audit(tx, ambient, { at, action: 'tokens.rotate', target: kid })
          return (await readSigningKeys(tx)).find((stored) => stored.kid === kid)!
        },
        { quiet: true },
      )
      return { data: signingKeyView(key) }
    }),
  ]
}
