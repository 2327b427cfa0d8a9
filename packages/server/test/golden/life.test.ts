import { it } from 'vitest'
import { lived } from './lived.ts'
import { expectGolden } from './record.ts'

// On one engine, for whoever waits; the campaign `life` lives a month on both.
it("the demo's worlds after three days", async () => {
  expectGolden('three-days.txt', await lived('sqlite', 3))
})
