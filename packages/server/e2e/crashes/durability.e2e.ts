import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { act, addKey, addVisitor, atOnce, NOW, openTown, siteOfProcess } from '../../test/visitor-site.ts'

/**
 * A killed process leaves its writes in the page cache, so killing says nothing about a power cut. What does is the
 * order of system calls: the log's last write, then its flush, and only then the answer.
 */
const CALLS = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto,openat'
const HAS_STRACE = spawnSync('strace', ['--version']).status === 0
const MUST = process.env.REQUIRE_ENGINES !== undefined
if (!HAS_STRACE && !MUST) process.stderr.write('  strace not found: the cases about flushed writes are skipped\n')

type Step =
  | { readonly kind: 'write' }
  | { readonly kind: 'flush' }
  | { readonly kind: 'answer'; readonly actionId: string }

/** Write-ahead log writes and responses to acts in a trace, in order. */
function stepsOf(trace: string): Step[] {
  const open = new Map<string, string>()
  const steps: Step[] = []
  for (const line of trace.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const whole = resumed === null ? text : (open.get(thread) ?? '') + resumed[1]
    const isUnfinished = text.endsWith('<unfinished ...>')
    if (isUnfinished) open.set(thread, text.replace(/ *<unfinished \.\.\.>$/, ''))
    const onLog = /^(\w+)\(\d+<[^>]*agent-network\.db-wal>/.exec(whole)
    // A write counts from when it begins, a flush from when it has succeeded.
    if (onLog?.[1] === 'pwrite64' && resumed === null) steps.push({ kind: 'write' })
    if (onLog !== null && /^f(data)?sync$/.test(onLog[1]!) && / = 0$/.test(whole)) steps.push({ kind: 'flush' })
    const answer =
      /^(?:write|writev|sendto)\(\d+<(?:socket|TCP)[^>]*>.*HTTP\/1\.1 200.*\\"actionId\\":\\"(\w+)\\"/.exec(whole)
    if (answer !== null && resumed === null) steps.push({ kind: 'answer', actionId: answer[1]! })
  }
  return steps
}

interface Finding {
  readonly actionId: string
  /** Writes to the log since the answer before. */
  readonly writes: number
  readonly isFlushed: boolean
}

function findingsOf(steps: readonly Step[]): Finding[] {
  const findings: Finding[] = []
  let writes = 0
  let isFlushed = true
  for (const step of steps) {
    if (step.kind === 'write') {
      writes += 1
      isFlushed = false
    } else if (step.kind === 'flush') {
      isFlushed = true
    } else {
      findings.push({ actionId: step.actionId, writes, isFlushed })
      writes = 0
    }
  }
  return findings
}

/** Acts one by one, then many at once, and what the kernel saw of both. */
async function trace(main?: string) {
  const data = tempFolder()
  const file = join(data, 'trace')
  // -D keeps the server our child, so that stopping it stops the server and not the tracer.
  const node = await launch({
    main,
    flags: [`--data=${data}`, '--test-clock'],
    under: ['strace', '-D', '-f', '-y', '-s', '1200', '-e', CALLS, '-o', file],
  })
  try {
    const site = siteOfProcess(node)
    await site.operator('PUT', '/_operator/clock', { now: NOW })
    const town = await openTown(site, { residents: 4, posts: 40 })
    const visitor = await addVisitor(site, town)
    const key = await addKey(site, visitor)
    const bodies = (i: number): unknown[] => [
      { post: { text: `The tide came in, and then number ${i} went out` } },
      { reply: { postId: town.posts[i], text: `So said number ${i}` } },
      { like: { postId: town.posts[i] } },
      { follow: { agentId: town.residents[i % 4]!.id } },
      { dm: { agentId: town.residents[i % 4]!.id, text: `Between us, number ${i}` } },
      { bio: { text: `Was number ${i} once` } },
      { persona: { text: `Speaks like number ${i}` } },
    ]
    const alone: string[] = []
    for (let i = 0; i < 3; i++)
      for (const body of bodies(i)) {
        const { status, data } = await act(site, visitor, key, `alone-${alone.length}`, body)
        expect(status).toBe(200)
        alone.push(data.actionId)
      }
    const crowd = await atOnce(35, (i) => act(site, visitor, key, `crowd-${i}`, bodies(3 + i)[i % 7]))
    expect(crowd.map(({ status }) => status)).toEqual(crowd.map(() => 200))
    await node.stop()
    // The tracer writes its last lines after the server has gone.
    for (let n = 0; n < 100 && !readFileSync(file, 'utf8').includes(`${node.child.pid} +++ exited`); n++)
      await new Promise((resume) => setTimeout(resume, 50))
    const findings = findingsOf(stepsOf(readFileSync(file, 'utf8')))
    return { findings, alone, crowd: crowd.map(({ data }) => data.actionId as string) }
  } finally {
    await node.stop('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

const idsOf = (findings: readonly Finding[]): string[] => findings.map(({ actionId }) => actionId)

describe.runIf(HAS_STRACE || MUST)('an answered act survives a power cut', () => {
  it('flushes the log between its last write and the answer, for every act', async () => {
    const { findings, alone, crowd } = await trace()
    expect(idsOf(findings).slice(0, alone.length)).toEqual(alone)
    expect(idsOf(findings).slice(alone.length).sort()).toEqual([...crowd].sort())
    expect(findings.filter(({ isFlushed }) => !isFlushed)).toEqual([])
    // Without writes of its own an act would have nothing to flush, and the line above would say nothing.
    expect(findings.slice(0, alone.length).filter(({ writes }) => writes === 0)).toEqual([])
  })

  it('would notice a server that leaves flushing to the operating system', async () => {
    const planted = plant({ file: 'sqlite.js', from: /synchronous: 2/, to: 'synchronous: 1' })
    try {
      const { findings, alone } = await trace(planted.main)
      expect(findings.slice(0, alone.length).filter(({ isFlushed }) => !isFlushed)).toHaveLength(alone.length)
    } finally {
      planted.remove()
    }
  })
})

describe('reading a trace', () => {
  const wal = '9</d/agent-network.db-wal>'
  const responseLine = (id: string) =>
    `7 writev(21<socket:[5]>, [{iov_base="HTTP/1.1 200 OK", iov_len=9}, {iov_base="{\\"actionId\\":\\"${id}\\"`

  it.each<[string, string[], Partial<Finding>]>([
    ['flushed', [`7 pwrite64(${wal}, "", 24, 0) = 24`, `7 fdatasync(${wal}) = 0`], { writes: 1, isFlushed: true }],
    ['written again', [`7 fdatasync(${wal}) = 0`, `7 pwrite64(${wal}, "", 24, 0) = 24`], { isFlushed: false }],
    [
      'a flush that failed',
      [`7 pwrite64(${wal}, "", 24, 0) = 24`, `7 fdatasync(${wal}) = -1 EIO (I/O)`],
      { isFlushed: false },
    ],
    [
      'another file',
      [`7 pwrite64(${wal}, "", 24, 0) = 24`, '7 fdatasync(9</d/agent-network.db>) = 0'],
      { isFlushed: false },
    ],
    [
      'a flush of another thread that is not over',
      [`7 pwrite64(${wal}, "", 24, 0) = 24`, `8 fdatasync(${wal} <unfinished ...>`],
      { isFlushed: false },
    ],
    [
      'a flush of another thread that is over',
      [`7 pwrite64(${wal}, "", 24, 0) = 24`, `8 fdatasync(${wal} <unfinished ...>`, '8 <... fdatasync resumed>) = 0'],
      { isFlushed: true },
    ],
  ])('%s', (_name, lines, expected) => {
    expect(findingsOf(stepsOf([...lines, responseLine('act_1')].join('\n')))).toMatchObject([
      { actionId: 'act_1', ...expected },
    ])
  })
})
