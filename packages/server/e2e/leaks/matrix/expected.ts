// Expected status of every route for every kind of caller.
import type { RouteClass, RouteRow } from './routes.ts'

/**
 * What every kind of caller is told, written by hand from the specification and its readings. A row names classes of
 * routes, or groups of them; the narrowest name wins, and what no name covers is let through.
 */
const KEYED = ['metadata', 'list', 'record', 'minds', 'mindRecord', 'network', 'networkRecord', 'complete']
const DRIVEN = ['drive', 'journal', 'standing', 'observe']

type Group = 'keyed' | 'scoped' | 'driven' | 'tier2' | 'tier3' | 'byId' | 'portal' | 'changes' | 'ofApp' | 'active'
export type Row = Readonly<Partial<Record<RouteClass | Group, string>>>

const TIER_2 = ['minds', 'mindRecord', 'complete', ...DRIVEN]
const TIER_3 = ['network', 'networkRecord']
const OPEN_TO_ALL = ['metadata', 'terms', 'claim']

function isIn(group: Group, kind: RouteClass, changes: boolean): boolean {
  const keyed = KEYED.includes(kind) || DRIVEN.includes(kind)
  const ofApp = [
    'app',
    'newKey',
    'appKey',
    'changeKey',
    'appVisitor',
    'joinLink',
    'ownerDrive',
    'ownerObserve',
    'ownerList',
  ].includes(kind)
  switch (group) {
    case 'driven':
      return DRIVEN.includes(kind)
    case 'tier3':
      return TIER_3.includes(kind)
    case 'tier2':
      return TIER_2.includes(kind)
    // By id, whatever the world of the key (AMB-21).
    case 'byId':
      return ['record', 'mindRecord', 'networkRecord'].includes(kind)
    case 'scoped':
      return keyed && kind !== 'metadata'
    case 'keyed':
      return keyed
    case 'active':
      return ['newKey', 'changeKey', 'joinLink', 'ownerDrive'].includes(kind)
    case 'ofApp':
      return ofApp
    case 'changes':
      return !keyed && changes && kind !== 'claim'
    case 'portal':
      return !keyed && !OPEN_TO_ALL.includes(kind)
  }
}
/** From narrow to wide. */
const GROUPS: readonly Group[] = [
  'byId',
  'driven',
  'tier3',
  'tier2',
  'scoped',
  'keyed',
  'active',
  'ofApp',
  'changes',
  'portal',
]

/** Status and code, or a status alone. */
export function expectedFor(row: Row, { kind, ok }: RouteRow, changes: boolean): string {
  const group = GROUPS.find((name) => row[name] !== undefined && isIn(name, kind, changes))
  // A link is made, and a heartbeat sent, for a visitor that could be released.
  const own = row[kind] ?? (kind === 'joinLink' || kind === 'ownerDrive' ? row.appVisitor : undefined)
  const expectedOutcome = own ?? (group === undefined ? 'ok' : row[group]!)
  return expectedOutcome === 'ok' ? String(ok) : expectedOutcome
}

const MISSING = '401 MISSING_API_KEY' // 5.1
const UNKNOWN = '401 INVALID_API_KEY' // 5.1
const TIER = '403 INSUFFICIENT_TIER' // 5.4
const SCOPE = '403 INSUFFICIENT_SCOPE' // 5.4
const NOT_ALLOWED = '403 DRIVE_AGENT_NOT_ALLOWED' // 5.7
const NO_WORLD = '404 WORLD_NOT_FOUND' // 5.7, AMB-48
const NO_ACCOUNT = '403 VISITOR_REGISTRATION_REFUSED account_required' // AMB-102, AMB-105
const OUTSIDE = '403 ORIGIN_NOT_ALLOWED' // 5.9, AMB-07

/** 5.10: who does not say who they are may read the terms and nothing else. */
const NOBODY: Row = { portal: '401 UNAUTHORIZED' }
const KEYLESS: Row = { keyed: MISSING }
/** Signed in, and never signed up: the apps of others do not exist for them. */
const NEWCOMER: Row = {
  ...KEYLESS,
  portal: '403 ACCOUNT_REQUIRED', // packages/server/test/readings.md, Portal
  ofApp: '404 APP_NOT_FOUND', // section 7
  register: NO_ACCOUNT,
}
/** Section 7: an app that the caller does not own. */
const STRANGER: Row = { ofApp: '404 APP_NOT_FOUND', register: '404 APP_NOT_FOUND' }
/** Section 7: a key and a visitor of another app. */
const WRONG_APP: Row = {
  appKey: '404 NOT_FOUND',
  changeKey: '404 NOT_FOUND',
  appVisitor: '404 VISITOR_NOT_FOUND',
  ownerObserve: '404 VISITOR_NOT_FOUND',
}
/** The scopes that come with a registration (4.14): driving alone, at tier 2. */
const ONLY_DRIVES: Row = { scoped: SCOPE, tier3: TIER, driven: 'ok' }
const UNBOUND: Row = { driven: '403 DRIVE_BINDING_INVALID', ...NOBODY } // 5.6: the key works for its other scopes
const inactiveApp = (code: string): Row => ({
  keyed: '403 APP_DISABLED', // 5.2
  active: code, // section 7, AMB-102
  register: code,
  ownerObserve: code,
})
/** AMB-99, AMB-110 */
const whenReleased: Row = {
  appVisitor: '404 VISITOR_NOT_FOUND',
  ownerObserve: '404 VISITOR_NOT_FOUND',
}

export const EXPECTED = {
  // Keys that are none: 5.1, AMB-10.
  'no key': { ...KEYLESS, ...NOBODY },
  'an empty key': { ...KEYLESS, ...NOBODY },
  'a made-up key': { keyed: UNKNOWN, ...NOBODY },
  'two keys': { keyed: UNKNOWN, ...NOBODY },
  'a deleted key': { keyed: UNKNOWN, ...NOBODY }, // AMB-110
  'the value before a rotation': { keyed: UNKNOWN, ...NOBODY },
  // Proofs of another kind: 5.11.
  'a machine token': { ...KEYLESS, ...NOBODY },
  'a machine token as a key': { keyed: UNKNOWN, ...NOBODY },
  'an ID token as a key': { keyed: UNKNOWN, ...NOBODY },
  'a key as an ID token': { ...KEYLESS, ...NOBODY },
  'the operator token': { ...KEYLESS, ...NOBODY },
  'the operator token as a key': { keyed: UNKNOWN, ...NOBODY },
  // States of keys and apps: 5.2, AMB-01, AMB-11.
  'a disabled key': { keyed: '403 KEY_DISABLED', ...NOBODY },
  'a revoked key': { keyed: '403 KEY_REVOKED', ...NOBODY },
  'a key revoked and disabled': { keyed: '403 KEY_REVOKED', ...NOBODY },
  'a disabled key of a suspended app': { keyed: '403 KEY_DISABLED', ...NOBODY },
  'a key whose app is missing': { keyed: '403 APP_DISABLED', ...NOBODY },
  // 5.3: the window comes before tier and scope.
  'a key past its limit': { keyed: '429 RATE_LIMIT_EXCEEDED', ...NOBODY },
  'a poor key past its limit': { keyed: '429 RATE_LIMIT_EXCEEDED', ...NOBODY },
  // Tiers and scopes: 4.1, 5.4, AMB-15.
  'tier 1 with every scope': { tier2: TIER, tier3: TIER, ...NOBODY },
  'tier 2 with every scope': { tier3: TIER, ...NOBODY },
  'tier 1 without scopes': { scoped: SCOPE, tier2: TIER, tier3: TIER, ...NOBODY },
  'tier 3 without scopes': { scoped: SCOPE, ...NOBODY },
  'every scope but the one': { scoped: SCOPE, ...NOBODY },
  'nothing but the one scope': { ...NOBODY },
  'the key of a registration': { ...ONLY_DRIVES, ...NOBODY },
  // 5.5: the portal's ordinary keys neither drive nor invoke.
  'an ordinary key of the portal': { driven: SCOPE, complete: SCOPE, ...NOBODY },
  // Completion: AMB-27.
  'a key that names no agents': {
    ...NOBODY,
    complete: '403 INVOKE_AGENT_NOT_CONFIGURED',
    driven: '403 DRIVE_BINDING_INVALID', // 5.6
  },
  'a key for another agent': { ...NOBODY, complete: '403 AGENT_NOT_ALLOWED' },
  'completion off': { complete: '503 AGENT_INVOKE_DISABLED' }, // 4.8 rule 2
  // Whose visitor it is: 5.7, AMB-46, AMB-139.
  'the owner': {},
  'a key of another visitor of the app': { driven: NOT_ALLOWED, ...NOBODY },
  'another owner': { driven: NOT_ALLOWED, ...STRANGER },
  'another owner with the key of a registration': { ...ONLY_DRIVES, driven: NOT_ALLOWED, ...STRANGER },
  'another owner at home': {},
  'another owner naming their own app': { driven: NOT_ALLOWED, ...WRONG_APP },
  'the owner naming their other app': WRONG_APP,
  'a key of another app for this visitor': { observe: '403 OBSERVE_ACCESS_DENIED', ...NOBODY },
  'a key of no app for this visitor': { observe: '403 OBSERVE_ACCESS_DENIED', ...NOBODY },
  'a visitor that nobody registered': {
    observe: '403 OBSERVE_ACCESS_DENIED',
    appVisitor: '404 VISITOR_NOT_FOUND',
    ownerObserve: '404 VISITOR_NOT_FOUND',
  },
  'bound to prime': UNBOUND,
  'bound to Prime': UNBOUND,
  'bound to an empty name': UNBOUND,
  'bound to no world': UNBOUND,
  'bound to a missing world': { driven: NO_WORLD, ...NOBODY }, // AMB-146
  'bound to a resident': { driven: '403 DRIVE_AGENT_NOT_VISITOR', ...NOBODY },
  'bound to a visitor of another world': { driven: '403 DRIVE_AGENT_NOT_VISITOR', ...NOBODY }, // AMB-46
  // States of worlds: 4.13, 5.7, AMB-48, AMB-106, AMB-139.
  'a paused world': {
    driven: '403 VISITORS_PAUSED',
    register: '409 VISITOR_REGISTRATION_REFUSED visitors_paused', // AMB-105
    ownerObserve: '403 VISITORS_PAUSED', // AMB-99
    ownerDrive: '403 VISITORS_PAUSED',
  },
  'a world whose residents are paused': {},
  'an archived world': {
    driven: NO_WORLD,
    register: '409 VISITOR_REGISTRATION_REFUSED world_not_eligible',
    ownerObserve: NO_WORLD,
    ownerDrive: NO_WORLD,
  },
  // By id nothing of it is found any more (AMB-21), and its visitors are gone with it.
  'a purging world': {
    driven: NO_WORLD,
    byId: '404 NOT_FOUND',
    complete: '404 NOT_FOUND', // AMB-35
    register: NO_WORLD,
    appVisitor: '404 VISITOR_NOT_FOUND',
    ownerObserve: NO_WORLD,
  },
  'a purged world': {
    driven: NO_WORLD,
    byId: '404 NOT_FOUND',
    complete: '404 NOT_FOUND',
    register: NO_WORLD,
    appVisitor: '404 VISITOR_NOT_FOUND',
    ownerObserve: '404 VISITOR_NOT_FOUND',
  },
  // States of visitors: 3.1, AMB-47, AMB-99, AMB-110.
  'a visitor that was disabled': {
    driven: '403 DRIVE_AGENT_DISABLED',
    ownerObserve: '403 DRIVE_AGENT_DISABLED',
    ownerDrive: '403 DRIVE_AGENT_DISABLED',
  },
  'a released visitor and its key': { keyed: '403 KEY_REVOKED', ...whenReleased },
  'a released visitor and another key': { driven: '403 DRIVE_AGENT_DISABLED', ...whenReleased },
  'a visitor whose key was revoked': {
    keyed: '403 KEY_REVOKED',
    ownerObserve: '403 OBSERVE_ACCESS_DENIED', // 4.13
    ownerDrive: '403 KEY_REVOKED',
  },
  // States of owners and apps.
  'an account that was deleted': { ...NEWCOMER, keyed: UNKNOWN, signUp: '201' },
  'a deleted account, an operator’s key': { driven: '403 DRIVE_AGENT_DISABLED', ...NOBODY },
  'a suspended owner': {
    standing: '403 STANDING_ACCESS_DENIED', // AMB-134
    observe: '403 OBSERVE_ACCESS_DENIED', // 4.13: a current owner
    ownAccount: '403 ACCOUNT_SUSPENDED', // packages/server/test/readings.md, Portal
    active: '403 ACCOUNT_SUSPENDED',
    register: NO_ACCOUNT,
    ownerObserve: '403 OBSERVE_ACCESS_DENIED',
  },
  'a suspended app': inactiveApp('403 APP_SUSPENDED'),
  'a revoked app': inactiveApp('403 APP_REVOKED'),
  // Section 7 has two codes for three states (packages/server/test/readings.md, Portal).
  'an inactive app': inactiveApp('403 APP_SUSPENDED'),
  'a suspended app, a key of no app': {
    standing: '403 STANDING_ACCESS_DENIED', // AMB-134: for every key
    observe: '403 OBSERVE_ACCESS_DENIED',
    ...NOBODY,
  },
  // Switches: 5.7, AMB-50, AMB-94, AMB-100, AMB-140, section 8.
  'driving off': {
    driven: '503 VISITOR_DRIVE_DISABLED',
    signUp: '403 DEVELOPER_SIGNUPS_DISABLED',
    register: '403 VISITOR_SELF_SERVE_DISABLED',
    ownerObserve: '503 VISITOR_DRIVE_DISABLED',
    ownerDrive: '503 VISITOR_DRIVE_DISABLED',
  },
  'driving off, for a key that may not drive': {
    scoped: SCOPE,
    tier2: TIER,
    tier3: TIER,
    driven: '503 VISITOR_DRIVE_DISABLED',
    ...NOBODY,
    signUp: '403 DEVELOPER_SIGNUPS_DISABLED',
    register: '403 VISITOR_SELF_SERVE_DISABLED',
  },
  'observing off': { observe: '503 VISITOR_OBSERVE_DISABLED', ownerObserve: '503 VISITOR_OBSERVE_DISABLED' },
  'observing off in this world': {
    observe: '503 VISITOR_OBSERVE_DISABLED',
    ownerObserve: '503 VISITOR_OBSERVE_DISABLED',
  },
  'no observe reads to give': { observe: '503 VISITOR_OBSERVE_DISABLED', ownerObserve: '503 VISITOR_OBSERVE_DISABLED' },
  // AMB-50: the chain, then the gate, then the link.
  'observing off, for a key of no app': { observe: '503 VISITOR_OBSERVE_DISABLED', ...NOBODY },
  'the journal off': { journal: '503 VISITOR_JOURNAL_DISABLED' },
  'the journal off in this world': { journal: '503 VISITOR_JOURNAL_DISABLED' },
  'standing off': { standing: '503 VISITOR_STANDING_DISABLED' },
  'the portal off': {
    portal: '503 DEVELOPER_PORTAL_DISABLED',
    terms: '503 DEVELOPER_PORTAL_DISABLED',
    claim: '503 DEVELOPER_PORTAL_DISABLED',
  },
  'sign-up closed': { signUp: '403 DEVELOPER_SIGNUPS_DISABLED' },
  'sign-up closed, nobody asks': { ...KEYLESS, ...NOBODY, signUp: '403 DEVELOPER_SIGNUPS_DISABLED' },
  'registration closed': { register: '403 VISITOR_SELF_SERVE_DISABLED' },
  'registration closed, nobody asks': { ...KEYLESS, ...NOBODY, register: '403 VISITOR_SELF_SERVE_DISABLED' },
  // Browsers: 5.9, AMB-07.
  'a foreign origin': { keyed: OUTSIDE, portal: OUTSIDE, terms: OUTSIDE, claim: OUTSIDE },
  'a foreign origin without a key': { keyed: OUTSIDE, portal: OUTSIDE, terms: OUTSIDE, claim: OUTSIDE },
  'a listed origin': {},
  // ID tokens: 5.10.
  'no bearer of anything': { ...KEYLESS, ...NOBODY },
  'a garbage token': { ...KEYLESS, ...NOBODY },
  'an expired token': { ...KEYLESS, ...NOBODY },
  'a token of another issuer': { ...KEYLESS, ...NOBODY },
  'a token for another audience': { ...KEYLESS, ...NOBODY },
  'a token with a signature of others': { ...KEYLESS, ...NOBODY },
  'a token signed by nobody': { ...KEYLESS, ...NOBODY },
  'an access token of the provider': { ...KEYLESS, ...NOBODY },
  'the owner’s token without a key': KEYLESS,
  'an anonymous person': { ...NEWCOMER, signUp: '403 ANONYMOUS_SIGNUP_NOT_ALLOWED' },
  'a person without a verified address': { ...NEWCOMER, signUp: '403 EMAIL_VERIFICATION_REQUIRED' },
  'a person without an account': { ...NEWCOMER, signUp: '201' },
  // Pages: 5.10 knows no cookies; whoever changes something by one must prove that a page of the portal sent it.
  'the owner’s page': KEYLESS,
  'a cookie without its token': { ...KEYLESS, changes: '401 UNAUTHORIZED' },
  'a cookie with the token of another': { ...KEYLESS, changes: '401 UNAUTHORIZED' },
  'a cookie of a page that was left': { ...KEYLESS, ...NOBODY },
  'a good cookie and a bad token': { ...KEYLESS, ...NOBODY },
  'a cookie from a page of others': { ...KEYLESS, portal: OUTSIDE },
  'the page of another owner': { ...KEYLESS, ...STRANGER },
} as const satisfies Readonly<Record<string, Row>>
export type CallerKind = keyof typeof EXPECTED
export const CALLER_KINDS = Object.keys(EXPECTED) as CallerKind[]
