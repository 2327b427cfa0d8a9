// What everyday HTTP costs: answers that say that nothing has changed, and compressed ones, each beside the plain answer
// of the same process, in turns. Judged by core time, which other work on the machine does not disturb.
import { connect } from 'node:net'
import { scratchCopy } from './dataset.mjs'
import { together } from './load.mjs'
import { startServer } from './servers.mjs'
import { stretch } from './turns.mjs'

const PAGE = '/v1/posts?perPage=100'
const SIZES = Array.from({ length: 100 }, (_, n) => n + 1)

/** Head and length of the body of one answer; a 304 has none, which other clients here do not read. */
function headOf(port, path, lines) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks = []
    socket.on('error', reject)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => {
      const all = Buffer.concat(chunks)
      const at = all.indexOf('\r\n\r\n')
      const head = all.latin1Slice(0, at)
      const field = (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null
      resolve({ status: Number(head.slice(9, 12)), field, bytes: all.length, bodyBytes: all.length - at - 4 })
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n${lines}\r\nConnection: close\r\n\r\n`)
  })
}

/** Core time and bytes of several kinds of traffic on one server, in turns. */
async function inRounds(server, kinds, { seconds, rounds }) {
  const measured = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (const traffic of Object.values(kinds)) await stretch(server, 1, traffic)
  for (let n = 0; n < 2 * rounds; n++)
    for (const [name, traffic] of Object.entries(kinds))
      measured[name].push(await stretch(server, Math.max(1, Math.round(seconds / rounds / 4)), traffic))
  return Object.fromEntries(Object.entries(measured).map(([name, runs]) => [name, together(runs)]))
}

export async function http(set, pace) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data)
  try {
    const [key] = set.keys
    const ask = (path, extra = '') => headOf(server.port, path, `${extra}X-API-Key: ${key}`)
    const plain = await ask(PAGE)
    const tag = plain.field('ETag')
    const forms = {}
    for (const coding of ['br', 'gzip']) forms[coding] = await ask(PAGE, `Accept-Encoding: ${coding}\r\n`)
    const unchanged = await ask(PAGE, `If-None-Match: ${tag}\r\n`)
    if (plain.status !== 200 || unchanged.status !== 304) throw new Error('the answers are not those to be compared')
    // The plain page whose length is next to that of the compressed one.
    const wanted = forms.br.bodyBytes
    let alike = null
    for (const size of SIZES) {
      const path = `/v1/posts?perPage=${size}`
      const { bodyBytes } = await ask(path)
      if (alike === null || Math.abs(bodyBytes - wanted) < Math.abs(alike.bodyBytes - wanted))
        alike = { path, bodyBytes }
      if (bodyBytes > wanted) break
    }
    const traffic = (path, extra = '') => ({ keysFile: set.keysFile, paths: [path], before: `${extra}X-API-Key: ` })
    const measured = await inRounds(
      server,
      {
        plain: traffic(PAGE),
        unchanged: traffic(PAGE, `If-None-Match: ${tag}\r\n`),
        br: traffic(PAGE, 'Accept-Encoding: br\r\n'),
        gzip: traffic(PAGE, 'Accept-Encoding: gzip\r\n'),
        alike: traffic(alike.path),
      },
      pace,
    )
    const bytes = {
      plain: plain.bytes,
      unchanged: unchanged.bytes,
      br: forms.br.bytes,
      gzip: forms.gzip.bytes,
      alike: (await ask(alike.path)).bytes,
    }
    return { measured, bytes }
  } finally {
    await server.stop()
    copy.remove()
  }
}

/** As the report shows it. */
export function httpRows({ measured, bytes }) {
  const core = (name) => measured[name].cpuPerRequest
  const ms = (name) => `${core(name).toFixed(3)} ms for ${bytes[name].toLocaleString('en')} bytes`
  const times = core('unchanged') / core('plain')
  const row = (claim, value, target, holds, detail) => ({
    claim,
    measured: `${value.toFixed(2)}  ${detail}`,
    target,
    verdict: holds ? 'ok' : 'MISSED',
  })
  return [
    row(
      '304 against the 200 it replaces, core time',
      times,
      '<= 1',
      times <= 1,
      `${ms('plain')} -> ${ms('unchanged')}`,
    ),
    ...['br', 'gzip'].map((coding) => {
      // Bytes a second of core time, against the plain page whose answer is about as long.
      const share = bytes[coding] / core(coding) / (bytes.alike / core('alike'))
      const whole = core('plain') / core(coding)
      return row(
        `kept ${coding} bytes against as many plain ones, bytes per core time`,
        share,
        '>= 0.8',
        share >= 0.8,
        `${ms('alike')} -> ${ms(coding)}; against the same page plain ${whole.toFixed(2)} by requests`,
      )
    }),
  ]
}
