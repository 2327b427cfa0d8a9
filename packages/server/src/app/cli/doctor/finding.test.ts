// Tests of the doctor's exit code.
import { expect, it } from 'vitest'
import { exitCodeOf, fault, fine, skipped, warning } from './folder.ts'

it('uses the exit code of the worst finding', () => {
  const good = [fine('store', 'is there'), skipped('mail', 'not set')]
  const odd = warning('disk', 'nine tenths full', 'make room')
  const bad = fault('secret', 'is missing', 'restore it')
  expect([[], good, [...good, odd], [bad, odd, ...good]].map(exitCodeOf)).toEqual([0, 0, 1, 2])
})
