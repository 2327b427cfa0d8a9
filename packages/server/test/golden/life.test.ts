import { it } from 'vitest'
import { expectLived } from './lived.ts'

// On one engine, for whoever waits; the campaign `life` lives a month on both.
it("the demo's worlds after three days", () => expectLived('sqlite', 3))
