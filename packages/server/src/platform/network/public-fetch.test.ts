// Tests of the address rules: forbidden addresses and names get no connection.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPublic, isPublicAddress, parsePublicUrl, resolvesToForbidden } from './public-fetch.ts'

const LIMITS = { timeoutMs: 5_000, maxBytes: 4_096 } as const
const STRICT = { allowPrivate: false } as const

/** Addresses of every range that is not public. */
const FORBIDDEN_IPV4 = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255', '10.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.0', '100.100.100.200'],
  ...['100.127.255.255', '127.0.0.0', '127.0.0.1', '127.0.0.53', '127.1.2.3', '127.255.255.255', '169.254.0.1'],
  ...['169.254.169.254', '169.254.170.2', '169.254.255.255', '172.16.0.0', '172.16.0.1', '172.17.0.1', '172.20.10.1'],
  ...[
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.0.192',
    '192.0.2.0',
    '192.0.2.1',
    '192.0.2.255',
  ],
  ...['192.88.99.0', '192.88.99.1', '192.168.0.0', '192.168.0.1', '192.168.1.1', '192.168.255.255', '198.18.0.0'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.0', '198.51.100.1', '203.0.113.0', '203.0.113.7', '203.0.113.255'],
  ...['224.0.0.0', '224.0.0.1', '224.0.0.251', '239.255.255.250', '239.255.255.255', '240.0.0.0', '240.0.0.1'],
  ...['250.1.2.3', '255.255.255.254', '255.255.255.255'],
]

/** Other notations of 127.0.0.1 and 169.254.169.254 that the URL parser accepts. */
const ODD_IPV4 = [
  ...['127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '017700000001', '0177.0.0.1', '0177.1'],
  ...[
    '127.0.0.1.',
    '127.0.0.0x1',
    '0x7F.0x0.0x0.0x1',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '0',
    '0x0',
  ],
  ...['00', '0.0', '2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '169.254.43518', '0251.0376.0251.0376', '10.1'],
  ...['192.168.257', '0xc0a80101', '3232235777', '①②⑦.⓪.⓪.①'],
]

const FORBIDDEN_IPV6 = [
  ...['::', '::1', '::2', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::127.0.0.1', '::7f00:1'],
  ...['::10.0.0.1', '::169.254.169.254', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:127.0.0.1'],
  ...['0:0:0:0:0:ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:192.168.1.1', '::ffff:169.254.169.254'],
  ...['::ffff:a9fe:a9fe', '::ffff:100.64.0.1', '::ffff:0.0.0.0', '::ffff:224.0.0.1', '::ffff:192.0.2.1'],
  ...['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:8.8.8.8', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::192.168.1.1', '64:ff9b::c0a8:101', '64:ff9b::6440:1'],
  ...['64:ff9b:1::1', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff::8.8.8.8', '100::', '100::1', '100:0:0:1::1'],
  ...['2001::1', '2001:0:7f00:1::', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1'],
  ...['2001:30::1', '2001:db8::', '2001:db8::1', '2001:db8:ffff::1', '2002::', '2002:7f00:1::', '2002:7f00:1::1'],
  ...['2002:a00:1::', '2002:c0a8:101::1', '2002:a9fe:a9fe::', '2002:808:808::', '2620:4f:8000::1', '3fff::1'],
  ...['3fff:fff::1', '5f00::1', '4000::1', '8000::1', 'a000::1', 'c000::1', 'e000::1', 'f000::1', 'fc00::'],
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fd12:3456:789a::1', 'fdff:ffff::1', 'fe80::', 'fe80::1', 'fe80::a:b:c:d'],
  ...['febf::1', 'fec0::1', 'feff::1', 'ff00::', 'ff01::1', 'ff02::1', 'ff02::fb', 'ff05::2', 'ff0e::1', 'ffff::1'],
]

const LOCAL_NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'a.b.localhost.', 'localhost.localdomain', 'router.lan'],
  ...[
    'printer.local',
    'metadata.google.internal',
    'db.internal',
    'kubernetes.default.svc.cluster.local',
    'wiki.intranet',
  ],
  ...['nas.home', 'files.corp', 'router.home.arpa', 'intranet', 'metadata', 'redis', 'postgres', 'kubernetes', 'host'],
]

const FORBIDDEN_FORMS = [
  ...['http://example.com/', 'HTTP://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'ws://example.com/'],
  ...['gopher://127.0.0.1/', 'javascript:alert(1)', 'data:text/plain,x', '//example.com/', 'example.com', '', ' '],
  ...[
    'https://',
    'https:///',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com\\',
    'https://exa mple.com/',
  ],
  ...[
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://:pass@example.com/',
    'https://@example.com/',
  ],
  ...[
    'https://example.com@127.0.0.1/',
    'https://example.com:80/',
    'https://example.com:22/',
    'https://example.com:1023/',
  ],
  ...[
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://example.com:x/',
    'https://[::1/',
    'https://[::1%25lo]/',
  ],
  ...[
    'https://[fe80::1%25eth0]/',
    'https://1.2.3.4.5/',
    'https://256.1.1.1/',
    'https://exam\nple.com/',
    ' https://example.com/',
  ],
  `https://example.com/${'x'.repeat(2_048)}`,
]

const PUBLIC = [
  ...[
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.1',
  ],
  ...['2606:4700:4700::1111', '2a00:1450:4001:830::200e', '2400:cb00::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
]

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)

describe('the address rules', () => {
  let server: Server
  let onIpv6: TcpServer | null = null
  let port = 0
  let connections = 0
  /** Addresses of this machine; a machine on the internet has public ones too. */
  const own = Object.values(networkInterfaces())
    .flatMap((list) => (list ?? []).map(({ address }) => address))
    .filter((address) => !isPublicAddress(address))

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: '/target' }).end()
      else response.end('x'.repeat(10_000))
    })
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resume) => server.listen(0, '0.0.0.0', resume))
    port = (server.address() as AddressInfo).port
    // The same port on every IPv6 address of this machine, if it has any.
    const tcp = createTcpServer((socket) => {
      connections += 1
      socket.destroy()
    })
    onIpv6 = await new Promise<TcpServer | null>((resume) => {
      tcp.once('error', () => resume(null))
      tcp.listen({ port, host: '::', ipv6Only: true }, () => resume(tcp))
    })
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
    onIpv6?.close()
  })

  const attempt = (url: string, addresses: readonly string[]): Promise<unknown> =>
    fetchPublic(url, { ...LIMITS, ...STRICT, resolve: async () => addresses }).then(
      ({ status }) => status,
      ({ fault }) => fault,
    )

  it('have a corpus of more than 200 forbidden addresses, names and forms', () => {
    const corpus = [FORBIDDEN_IPV4, ODD_IPV4, FORBIDDEN_IPV6, LOCAL_NAMES, FORBIDDEN_FORMS].flat()
    expect(new Set(corpus).size).toBe(corpus.length)
    expect(corpus.length).toBeGreaterThan(200)
  })

  it('know which addresses are public', () => {
    expect([...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6].filter(isPublicAddress)).toEqual([])
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  it('refuse the form of a URL before a name is resolved', async () => {
    for (const host of [...FORBIDDEN_IPV4, ...ODD_IPV4, ...FORBIDDEN_IPV6, ...LOCAL_NAMES])
      expect(parsePublicUrl(`https://${bracketed(host)}:8443/hook`, STRICT), host).toBeNull()
    for (const text of FORBIDDEN_FORMS) expect(parsePublicUrl(text, STRICT), text).toBeNull()
    for (const text of [
      'https://example.com/',
      'https://example.com:443/x?y=z',
      'https://8.8.8.8:8443/',
      'https://[2606:4700::1]/',
    ])
      expect(parsePublicUrl(text, STRICT)?.href, text).toBe(new URL(text).href)
  })

  it('make no connection to a forbidden address, in whatever way it is named', async () => {
    const before = connections
    for (const host of [...FORBIDDEN_IPV4, ...ODD_IPV4, ...FORBIDDEN_IPV6, ...LOCAL_NAMES])
      expect(await attempt(`https://${bracketed(host)}:${port}/`, ['127.0.0.1']), host).toBe('address_not_allowed')
    for (const text of FORBIDDEN_FORMS) expect(await attempt(text, ['127.0.0.1']), text).toBe('address_not_allowed')
    // A name in front of each address, alone and beside a public one.
    for (const address of [...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6, ...own])
      for (const answer of [[address], ['8.8.8.8', address], [address, '2606:4700::1']])
        expect(await attempt(`https://receiver.example.com:${port}/`, answer), address).toBe('address_not_allowed')
    for (const broken of ['fe80::1%lo', 'not-an-address', '', '127.0.0.1 ', '1.2.3'])
      expect(await attempt(`https://receiver.example.com:${port}/`, [broken]), broken).toBe('address_not_allowed')
    expect(connections).toBe(before)
  })

  it('reach the listener if private addresses are allowed, so that the listener proves something', async () => {
    const before = connections
    const private_ = { ...LIMITS, allowPrivate: true }
    const hosts = ['127.0.0.1', 'localhost', ...own.filter((one) => !one.includes(':'))]
    for (const host of hosts) expect((await fetchPublic(`http://${host}:${port}/`, private_)).status).toBe(200)
    expect(connections).toBe(before + hosts.length)
  })

  it('resolve a name once for each request and connect to what was checked', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1'], ['127.0.0.1']]
    let queries = 0
    const resolve = async () => answers[queries++] ?? []
    const url = `https://rebinding.example.com:${port}/`
    // The check at creation sees a public address, the attempts a private one.
    expect(await resolvesToForbidden(new URL(url), { ...STRICT, resolve }, 1_000)).toBe(false)
    const before = connections
    for (const n of [2, 3]) {
      await expect(fetchPublic(url, { ...LIMITS, ...STRICT, resolve })).rejects.toMatchObject({
        fault: 'address_not_allowed',
      })
      expect(queries).toBe(n)
    }
    expect(connections).toBe(before)
    // One resolution, and no second one by the socket: a system resolver does not know this name.
    let times = 0
    const own = async () => {
      times += 1
      return ['127.0.0.1']
    }
    const request = { ...LIMITS, allowPrivate: true, resolve: own }
    expect((await fetchPublic(`http://only-here.example.com:${port}/`, request)).status).toBe(200)
    expect(times).toBe(1)
    expect(connections).toBe(before + 1)
    // The connection is not kept: the next request resolves again.
    await fetchPublic(`http://only-here.example.com:${port}/`, request)
    expect([times, connections]).toEqual([2, before + 2])
  })

  it('follow no redirect, and read no more than the limit', async () => {
    const before = connections
    const request = { ...LIMITS, allowPrivate: true }
    expect(await fetchPublic(`http://127.0.0.1:${port}/away`, request)).toMatchObject({ status: 302, complete: true })
    const long = await fetchPublic(`http://127.0.0.1:${port}/`, request)
    expect([long.body.length, long.complete]).toEqual([4_096, false])
    expect(connections).toBe(before + 2)
  })

  it('name the reason of a failure', async () => {
    const request = { ...LIMITS, allowPrivate: true }
    const faultOf = (url: string, more: object = {}) =>
      fetchPublic(url, { ...request, ...more }).then(String, ({ fault }) => fault)
    expect(await faultOf('http://127.0.0.1:1/')).toBe('refused')
    expect(await faultOf('http://unknown.invalid/')).toBe('dns')
    expect(await faultOf(`https://127.0.0.1:${port}/`)).toBe('tls')
    const silent = createTcpServer(() => {})
    const rude = createTcpServer((socket) => socket.destroy())
    for (const one of [silent, rude]) await new Promise<void>((resume) => one.listen(0, '127.0.0.1', resume))
    const urlOf = (one: TcpServer) => `http://127.0.0.1:${(one.address() as AddressInfo).port}/`
    expect(await faultOf(urlOf(silent), { timeoutMs: 200 })).toBe('timeout')
    expect(await faultOf(urlOf(rude))).toBe('reset')
    expect(await faultOf('http://slow.example/', { timeoutMs: 200, resolve: () => new Promise(() => {}) })).toBe(
      'timeout',
    )
    silent.close()
    rude.close()
  })
})
