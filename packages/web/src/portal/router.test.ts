// Tests of the portal addresses.
import { describe, expect, it } from 'vitest'
import { linkTo, placeOf, SCREENS, tokenIn } from './router.ts'

describe('addresses of the portal', () => {
  it('parse back to the same screen and ids, with any characters', () => {
    const params = {
      appId: 'a/b?c#d',
      agentId: '../x',
      conversationId: '"><img src=x>',
      keyId: 'ü 1',
      webhookId: 'w/1',
    }
    for (const screen of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
      const link = linkTo(screen, params as never)
      expect(link).toMatch(/^#\/[\w/%.!'()*~-]+$/)
      const place = placeOf(link)!
      expect(place.screen).toBe(screen)
      for (const [name, value] of Object.entries(place.params)) expect(value).toBe(params[name as keyof typeof params])
    }
  })

  it('are null when incomplete, malformed or unknown', () => {
    for (const hash of [
      '',
      '#',
      '#/',
      '#/apps/',
      '#/apps//keys/1',
      '#/apps/%zz',
      '#/none',
      '#/apps/1/visitors',
      '#token=x',
    ])
      expect(placeOf(hash), hash).toBeNull()
  })

  it('of e-mail links contain exactly one token', () => {
    const token = 'A_-9'.repeat(11)
    expect(tokenIn(`#token=${token}`)).toBe(token)
    for (const hash of ['', '#token=', `#token=${token}&x=1`, `#other=${token}`, '#token=<b>'.padEnd(60, 'x')])
      expect(tokenIn(hash)).toBeNull()
  })
})
