import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { freePort } from '../../../../scripts/services.mjs'
import { readConfig } from '../../src/platform/config/config.ts'
import { unknownSettings } from '../../src/platform/config/flags.ts'
import { type NodeProcess, startNode, tempFolder } from '../../test/processes.ts'
import { follow } from '../../test/stream-reader.ts'
import { waitUntil } from '../../test/wait-until.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const OPS = join(ROOT, 'ops')
const read = (file: string): string => readFileSync(join(OPS, file), 'utf8')
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
/** Alerts, dashboard and the listener that they are fed from come together. */
const hasAlerts = existsSync(join(OPS, 'prometheus/alerts.yml'))
/** Not in everybody's PATH. */
const NGINX = '/usr/sbin/nginx'
const required = process.env.REQUIRE_ENGINES === '1'

const folder = tempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', (code) => resolve(code))
  })

/** Everything that is named like a setting, wherever it stands. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\bAGENT_NETWORK_[A-Z_]+\b/g)].map(([name]) => [name, '']))

describe('files for other systems', () => {
  const files = readdirSync(OPS, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$|file$/.test(file))

  it('name settings that exist, and no host of a registry', () => {
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const unknown = unknownSettings(settingsIn(read(file)))
        .map(({ name }) => name)
        .filter((name) => hasAlerts || !name.startsWith('AGENT_NETWORK_METRICS_'))
      expect([file, unknown]).toEqual([file, []])
      for (const [, image] of read(file).matchAll(/^\s*(?:image:|FROM) (\S+)/gm))
        expect(image).not.toMatch(/^[^/]+\.[^/]+\//)
    }
  })

  it.each(['one-node.yml', 'cluster.yml'])('%s mounts what is there and leaves time to drain', (file) => {
    const { services } = parse(read(`compose/${file}`), { merge: true })
    for (const [name, service] of Object.entries<any>(services)) {
      for (const mount of service.volumes ?? [])
        if (mount.startsWith('.') && (hasAlerts || !/alerts\.yml|grafana/.test(mount)))
          expect([name, mount, existsSync(join(OPS, 'compose', mount.split(':')[0]))]).toEqual([name, mount, true])
      if (service.build === undefined) continue
      expect(existsSync(join(OPS, 'compose', service.build.context, service.build.dockerfile))).toBe(true)
      const { AGENT_NETWORK_DRAIN_NOTICE_SECONDS: notice = 0, AGENT_NETWORK_DRAIN_SECONDS: drain = 25 } =
        service.environment
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(Number(notice) + Number(drain) + 5)
    }
  })

  it('of Compose keep to its own schema, which finds what is misspelled or misplaced', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const holds = ajv.compile(JSON.parse(read('schemas/compose.schema.json')))
    for (const file of ['one-node.yml', 'cluster.yml']) {
      const whole = parse(read(`compose/${file}`), { merge: true })
      expect([file, holds(whole), holds.errors]).toEqual([file, true, null])
      const [name] = Object.keys(whole.services)
      for (const change of [
        { helthcheck: {} },
        { stop_grace_period: 40 },
        { ports: '8080:8080' },
        { depends_on: { postgres: { condition: 'healthy' } } },
      ]) {
        const copy = structuredClone(whole)
        Object.assign(copy.services[name!], change)
        expect([file, change, holds(copy)]).toEqual([file, change, false])
      }
    }
  })

  it.each(['one-node.yml', 'cluster.yml'])('%s starts nodes with settings that a server takes', (file) => {
    const dockerfile = read('Dockerfile')
    const ofImage = Object.fromEntries(
      [...dockerfile.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(dockerfile).toMatch(/^CMD \["serve"\]$/m)
    /** A variable that must be set is taken from `.env`, of which the file says what is to be in it. */
    const filled = (value: unknown): string =>
      String(value)
        .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{\w+:\?\}/g, 'c29tZXRoaW5nLWxvbmctZW5vdWdoLXRvLWJlLXN0cm9uZw')
    const { services } = parse(read(`compose/${file}`), { merge: true })
    const nodes = Object.values<any>(services).filter(({ build }) => build !== undefined)
    expect(nodes.length).toBe(file === 'cluster.yml' ? 2 : 1)
    for (const { environment, command } of nodes) {
      const environmentValues = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, filled(value)]),
      )
      const env = { ...ofImage, ...environmentValues }
      expect(unknownSettings(env)).toEqual([])
      expect(readConfig(command ?? [], env)).toMatchObject({ host: '0.0.0.0', data: '/data', seed: 'none' })
    }
    // The file says of every variable that has no default that it has to be set.
    const wanted = new Set([...read(`compose/${file}`).matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name))
    const [head] = read(`compose/${file}`).split('\nservices:')
    const headerText = head!
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join(' ')
    for (const name of wanted) expect(headerText).toContain(name)
  })

  it('of Kubernetes keep to its own schema, which finds a field that is none', () => {
    const holds = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(read('schemas/kubernetes.schema.json')))
    const [deployment, service, budget] = parseAllDocuments(read('kubernetes/agent-network.yaml')).map((one) =>
      one.toJS(),
    )
    for (const one of [deployment, service, budget]) expect([one.kind, holds(one)]).toEqual([one.kind, true])
    const { spec } = deployment.spec.template
    const faults = (break_: (copy: any) => void, of: unknown): string[] => {
      const copy = structuredClone(of)
      break_(copy)
      return holds(copy) ? [] : holds.errors!.map(({ message }) => message!)
    }
    expect(faults((copy) => copy, deployment)).toEqual([])
    for (const [break_, of, fault] of [
      [(copy: any) => Object.assign(copy.spec, { prots: [] }), service, 'must NOT have additional properties'],
      [
        (copy: any) => Object.assign(copy.spec.template.spec.containers[0].readinessProbe, { httpGte: {} }),
        deployment,
        'must NOT have additional properties',
      ],
      [(copy: any) => Object.assign(copy.spec, { replicas: '2' }), deployment, 'must be integer'],
      [(copy: any) => delete copy.spec.selector, deployment, "must have required property 'selector'"],
      [(copy: any) => Object.assign(copy, { apiVersion: 'policy/v1beta1' }), budget, 'must be equal to constant'],
    ] as const)
      expect(faults(break_, of)).toContain(fault)

    const [container] = spec.containers
    expect(container.env).toContainEqual({ name: 'AGENT_NETWORK_SEED', value: 'none' })
    const value = (name: string) => Number(container.env.find((one: any) => one.name === `AGENT_NETWORK_${name}`).value)
    const notice = value('DRAIN_NOTICE_SECONDS')
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(notice + value('DRAIN_SECONDS') + 5)
    const { periodSeconds, timeoutSeconds, failureThreshold } = container.readinessProbe
    expect(notice).toBeGreaterThanOrEqual((periodSeconds + timeoutSeconds) * failureThreshold)
    const { labels } = deployment.spec.template.metadata
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector)
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
    expect(container.ports.map((port: any) => port.name)).toContain(service.spec.ports[0].targetPort)
  })

  it('of systemd are understood by it, and open little', ({ skip }) => {
    const units = readdirSync(join(OPS, 'systemd'))
    for (const unit of units)
      for (const line of read(`systemd/${unit}`).split('\n')) expect(line).toMatch(/^(#.*|\[\w+\]|[A-Z]\w+=.*|)$/)
    const service = read('systemd/agent-network.service')
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)![1])).toBeGreaterThanOrEqual(5 + 25 + 5)
    expect(service).toMatch(/^Environment=.*\bAGENT_NETWORK_SEED=none$/m)
    for (const directive of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'DynamicUser=yes',
      'CapabilityBoundingSet=',
    ])
      expect(service.split('\n')).toContain(directive)
    if (!required && !has('systemd-analyze')) return skip('systemd is not installed here')
    const here = join(folder, 'systemd')
    mkdirSync(here)
    // It looks whether the programs are there.
    for (const unit of units)
      writeFileSync(join(here, unit), read(`systemd/${unit}`).replaceAll('/usr/bin/node', process.execPath))
    const paths = units.map((unit) => join(here, unit))
    expect(
      execFileSync('systemd-analyze', ['verify', '--man=no', ...paths], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ).toBe('')
    for (const unit of paths.filter((path) => path.endsWith('.service'))) {
      // In tenths: 1.5.
      const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit], {
        encoding: 'utf8',
      })
      expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringContaining('exposure level')])
    }
  })
})

describe('a proxy', () => {
  let node: NodeProcess
  let visitor: string
  let key: string
  beforeAll(async () => {
    node = await startNode(['--seed=none', `--data=${join(folder, 'data')}`, '--trust-proxy'])
    const operate = async (path: string, body: unknown, method = 'POST') => {
      const answer: any = await (await node.operator(method, `/_operator${path}`, body)).json()
      return answer.data
    }
    await operate('/config', { visitorDriveEnabled: true }, 'PATCH')
    await operate('/worlds', { id: 'harbour', name: 'Harbour', kind: 'fork', designation: 'visitor' })
    visitor = (await operate('/visitors', { worldId: 'harbour', slug: 'ann' })).agentId
    key = (
      await operate('/keys', {
        tier: 2,
        scopes: ['agents:drive', 'posts:read'],
        worldId: 'harbour',
        allowedAgentIds: [visitor],
      })
    ).key
  })
  afterAll(() => node.stop())

  /** A stream that is open while an act goes through, and that is not held back until it is long enough. */
  async function passes(url: string): Promise<void> {
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
    await waitUntil(`${url}/readyz to return 200`, isReady, { everyMs: 50 })
    const stream = await follow(`${url}/v1/stream`, key)
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    await stream.until(() => stream.raw() === 'retry: 2000\n\n')
    const acted = await fetch(`${url}/v1/visitors/${visitor}/act`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': url.slice(-12) },
      body: JSON.stringify({ post: { text: `By way of ${url.slice(-5)}, low water is at six.` } }),
    })
    expect([acted.status, await acted.text()]).toEqual([200, expect.stringContaining('"created"')])
    const [event] = await stream.count(1)
    expect(event!.event).toBe('post')
    stream.close()
  }

  it.skipIf(!required && !existsSync(NGINX))('is nginx with our file: streams are not held back', async () => {
    const port = await freePort()
    const sample = read('nginx/agent-network.conf').replace('listen 80;', `listen 127.0.0.1:${port};`)
    const upstream = read('nginx/upstream-one.conf').replace('127.0.0.1:8080', new URL(node.baseUrl).host)
    for (const part of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, part))
    const conf = join(folder, 'nginx.conf')
    writeFileSync(
      conf,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${upstream}
${sample}
}`,
    )
    const nginx = spawn(NGINX, ['-p', folder, '-e', 'stderr', '-c', conf], { stdio: 'inherit' })
    try {
      await passes(`http://127.0.0.1:${port}`)
    } finally {
      nginx.kill('SIGTERM')
      await ended(nginx)
    }
  })

  it.skipIf(!required && !has('caddy'))('is Caddy with our file', async () => {
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const caddy = spawn('caddy', ['run', '--config', join(OPS, 'caddy/Caddyfile'), '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, SITE: site, NODES: new URL(node.baseUrl).host },
      stdio: 'ignore',
    })
    try {
      await passes(site)
    } finally {
      caddy.kill('SIGKILL')
      await ended(caddy)
    }
  })
})
