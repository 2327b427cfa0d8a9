// Router.
import { describe, expect, it } from 'vitest'
import { makeRouter } from './routing.ts'

const router = makeRouter<string>()
router.add('GET', '/v1', 'root')
router.add('GET', '/v1/agents', 'list')
router.add('GET', '/v1/agents/{id}', 'one')
router.add('GET', '/v1/agents/{id}/relationships/{otherId}', 'edge')
router.add('POST', '/v1/agents/{id}/complete', 'complete')

describe('router', () => {
  it.each([
    ['GET', '/v1', 'root', {}],
    ['HEAD', '/v1/agents', 'list', {}],
    ['GET', '/v1/agents/a%2Fb', 'one', { id: 'a/b' }],
    ['GET', '/v1/agents/%25', 'one', { id: '%' }],
    ['GET', '/v1/agents/x/relationships/y', 'edge', { id: 'x', otherId: 'y' }],
  ])('%s %s finds %s', (method, path, value, params) => {
    expect(router.find(method, path)).toEqual({ value, path: params })
  })

  it.each([
    ['GET', '/v1/'],
    ['GET', '/v1/agents/'],
    ['GET', '/v1//agents'],
    ['GET', '/V1/agents'],
    ['GET', '/v1/agents/%zz'],
    ['GET', '/v1/agents/%ff'],
    ['HEAD', '/v1/agents/x/complete'],
    ['GET', '/v1/agents/x/complete'],
    ['DELETE', '/v1/agents'],
    ['GET', 'http://host/v1'],
    ['GET', '*'],
  ])('%s %s finds nothing', (method, path) => {
    expect(router.find(method, path)).toBeNull()
  })
})
