// All callers of the access matrix.
import type { MakeCaller } from './caller.ts'
import type { CallerKind } from './expected.ts'
import { keyCallers } from './key-callers.ts'
import { personCallers } from './person-callers.ts'
import { stateCallers } from './state-callers.ts'

/** Every kind of caller that the table of expectations knows, and nobody else. */
export const CALLERS: Readonly<Record<CallerKind, MakeCaller>> = { ...keyCallers, ...stateCallers, ...personCallers }
