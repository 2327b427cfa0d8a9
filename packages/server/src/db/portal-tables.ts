/** The rows of the developer portal, as db/tables.ts holds those of everything else. */
export interface PortalTables {
  /** Operators may speak of developers who never signed up; those have no identity. */
  developers: {
    uid: string
    status: string
    visitor_cap: number | null
    created_at: number
    issuer: string | null
    subject: string | null
    /** Accepted at sign-up, or never: later ones are accepted with each registration (AMB-101). */
    visitor_terms_version: string | null
  }
  /** Evidence: written once, never changed, kept when the account goes. Names nobody but our own opaque uid. */
  acceptances: {
    id: string
    uid: string
    kind: string
    version: string
    /** SHA-256 of the text that was in force. */
    text_digest: string
    purpose: string
    key_id: string | null
    world_id: string | null
    agent_id: string | null
    at: number
  }
  /** One a visitor: a new link ends the one before. */
  join_links: {
    /** Of the code, which nobody keeps. */
    digest: string
    world_id: string
    agent_id: string
    app_id: string
    owner_uid: string
    expires_at: number
  }
  /** Sessions of the operator's console that were signed out, by the digest of their cookie, until they would have ended. */
  console_sign_outs: { digest: string; expires_at: number }
  /** Requests of one key that were written together, oldest first. */
  request_log: {
    key_id: string
    id: string
    last_at: number
    n: number
    entries: string
    /** The highest status among them. */
    worst: number
  }
}
