// Tests of outage detection for PostgreSQL.
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Outage } from '../core/outage.ts'
import { asOutage } from './postgres-watch.ts'

const fromServer = (code: string) => Object.assign(new pg.DatabaseError('said', 0, 'error'), { code })
const fromSocket = (code: string) => Object.assign(new Error('lost'), { code })

describe('an error of PostgreSQL', () => {
  it.each([
    ['57P01', 'the server shuts down'],
    ['08006', 'the connection failed'],
    ['25006', 'it became a standby'],
    ['53300', 'it takes nobody in'],
  ])('%s is an outage: %s', (code) => expect(asOutage(fromServer(code))).toBeInstanceOf(Outage))

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])('%s is an outage', (code) =>
    expect(asOutage(fromSocket(code))).toBeInstanceOf(Outage),
  )

  it('is an outage if the socket file of a local server is missing, but not if another file is', async () => {
    const nowhere = '/nowhere/at/all'
    const ofSocket = await new Promise((resolve) => connect(nowhere).once('error', resolve))
    const ofFile = await open(nowhere).catch((error: unknown) => error)
    expect([ofSocket, ofFile]).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }])
    expect(asOutage(ofSocket)).toBeInstanceOf(Outage)
    expect(asOutage(ofFile)).toBe(ofFile)
  })

  it("is no outage if a file fails with a socket's error code", () => {
    const slowDisk = Object.assign(fromSocket('ETIMEDOUT'), { syscall: 'fsync' })
    const named = Object.assign(fromSocket('ETIMEDOUT'), { syscall: 'read', path: '/data/archive' })
    expect([asOutage(slowDisk), asOutage(named)]).toEqual([slowDisk, named])
  })

  it('is recognised by its message if it has no code', () => {
    expect(asOutage(new Error('Connection terminated unexpectedly'))).toBeInstanceOf(Outage)
  })

  it.each([
    ['a broken rule', fromServer('23505')],
    ['a deadlock', fromServer('40P01')],
    ['a statement that mentions a timeout', Object.assign(fromServer('22000'), { message: 'connection timeout' })],
    ['a fault of ours', new TypeError('x is undefined')],
    ['what is no error', 'text'],
    ['what is an outage already', new Outage('store', 'away')],
  ])('is returned unchanged if it is %s', (_what, error) => expect(asOutage(error)).toBe(error))
})
