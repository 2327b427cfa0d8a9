// Requests that are invalid HTTP, for the golden tests.
import type { Case } from './record.ts'

const raw = (title: string, bytes: string): Case => ({ title, method: 'GET', path: '', bytes })

export const HARDLY_HTTP: readonly Case[] = [
  raw('no request at all', 'nonsense\r\n\r\n'),
  raw('a method that there is not', 'DANCE / HTTP/1.1\r\nhost: network.example\r\n\r\n'),
  raw('no host', 'GET /healthz HTTP/1.1\r\n\r\n'),
  raw('two hosts', 'GET /healthz HTTP/1.1\r\nhost: network.example\r\nHost: other.example\r\n\r\n'),
  raw('an odd expectation', 'GET /healthz HTTP/1.1\r\nhost: network.example\r\nexpect: a miracle\r\n\r\n'),
  raw('HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n'),
  raw('a version that there is not', 'GET /healthz HTTP/9.9\r\nhost: network.example\r\n\r\n'),
  raw('an absolute address', 'GET http://network.example/healthz HTTP/1.1\r\nhost: network.example\r\n\r\n'),
  raw('an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: network.example\r\n\r\n'),
  raw('a header without a colon', 'GET /healthz HTTP/1.1\r\nhost: network.example\r\nnonsense\r\n\r\n'),
  raw('a length that is none', 'POST /v1 HTTP/1.1\r\nhost: network.example\r\ncontent-length: x\r\n\r\n'),
  raw('two lengths', 'POST /v1 HTTP/1.1\r\nhost: network.example\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'),
  raw(
    'a length and chunks',
    'POST /v1 HTTP/1.1\r\nhost: network.example\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ),
  raw(
    'a header that is too large',
    `GET /healthz HTTP/1.1\r\nhost: network.example\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`,
  ),
  raw('a path that is too long', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nhost: network.example\r\n\r\n`),
  { title: 'a connection to be closed', method: 'GET', path: '/', headers: { connection: 'close' } },
  { title: 'a body that nobody reads', method: 'POST', path: '/nothing', body: '{"a":1}' },
]
