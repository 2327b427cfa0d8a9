import { createHash } from 'node:crypto'
import type { Ambient } from '../core/ambient.ts'
import { Refusal } from '../core/refusal.ts'
import type { Tx } from '../db/database.ts'
import { type Switches, text } from '../settings/switches.ts'

export const TERMS_KINDS = ['developer', 'visitor'] as const
export type TermsKind = (typeof TERMS_KINDS)[number]

export interface Terms {
  readonly kind: TermsKind
  readonly version: string
  readonly text: string
}

export const termsInForce = (switches: Switches, kind: TermsKind): Terms => ({
  kind,
  version: text(switches, `${kind}TermsVersion`),
  text: text(switches, `${kind}TermsText`),
})

const CODES = {
  developer: 'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
  visitor: 'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
} as const

const FIELDS = {
  developer: 'acceptedDeveloperTermsVersion',
  visitor: 'acceptedVisitorTermsVersion',
} as const

const refusal = ({ kind, version }: Terms): Refusal =>
  new Refusal(CODES[kind], {
    message: `The ${kind} terms of version ${version} must be accepted; send ${FIELDS[kind]} with that version`,
  })

/** Versions are echoed exactly (section 9). */
export function requireAccepted(terms: Terms, given: string | null | undefined): void {
  if (given !== terms.version) throw refusal(terms)
}

/** A version that is sent must be the current one, even where none is needed (AMB-101). */
export function refuseStale(terms: Terms, given: string | null | undefined): void {
  if (given != null) requireAccepted(terms, given)
}

export interface Acceptance {
  readonly uid: string
  readonly terms: Terms
  readonly purpose: 'signup' | 'key' | 'registration'
  readonly keyId?: string
  readonly worldId?: string
  readonly agentId?: string
  readonly at: number
}

/** Written in the transaction of what it permits; there is no code that changes or removes one. */
export async function recordAcceptance(tx: Tx, ambient: Ambient, accepted: Acceptance): Promise<void> {
  const { uid, terms, purpose, keyId = null, worldId = null, agentId = null, at } = accepted
  await tx.sql
    .insertInto('acceptances')
    .values({
      id: ambient.id('acceptance'),
      uid,
      kind: terms.kind,
      version: terms.version,
      text_digest: createHash('sha256').update(terms.text).digest('hex'),
      purpose,
      key_id: keyId,
      world_id: worldId,
      agent_id: agentId,
      at,
    })
    .execute()
}
