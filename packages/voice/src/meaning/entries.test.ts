import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { taskDone } from './entries.ts'

const RULE = {
  title: 'A rule and its exception: Bread',
  description: 'One rule for bread, and the day on which it should be broken.',
}

describe('taskDone', () => {
  it('checks an entry against its task', () => {
    expect(taskDone(RULE, 'Rule: never cut it warm. Exception: a funeral.')?.done).toBe(true)
    expect(taskDone(RULE, 'I like bread.')?.done).toBe(false)
    const three = {
      title: 'A list of three: Rain',
      description: 'Three things about rain that nobody has written down yet.',
    }
    expect(taskDone(three, 'It falls. It stays. It goes.')?.done).toBe(true)
    expect(taskDone(three, 'It falls and stays.')?.done).toBe(false)
  })

  it('returns null for an unknown task', () => {
    expect(taskDone({ title: 'Sing', description: 'Anything.' }, 'La.')).toBeNull()
  })
})
