// Tests of the causes that due rows give to acts.
import { describe, expect, it } from 'vitest'
import type { DueRow } from '../../../platform/jobs/due.ts'
import { makeActs } from './acts.ts'

const causeIn = (kind: string, subject_id: string) => {
  const acts = makeActs()
  acts.begin({ kind, subject_id } as DueRow)
  return acts.causeFor('agt_1')
}

describe('the cause of an act', () => {
  it.each([
    ['conduct', 'reply rep_1', { kind: 'reply', id: 'rep_1' }],
    ['conduct', 'message msg_1', { kind: 'letter', id: 'msg_1' }],
    ['retort', 'rep_1', { kind: 'reply', id: 'rep_1' }],
    ['retort', 'post_1', { kind: 'post', id: 'post_1' }],
    ['tell', 'agt_2 fact_1', { kind: 'fact', id: 'fact_1' }],
    ['tick', 'agt_1', { kind: 'habit', id: 'agt_1' }],
  ])('of a row %s with the subject %s is the row that it names', (kind, subject, cause) => {
    expect(causeIn(kind, subject)).toEqual(cause)
  })
})
