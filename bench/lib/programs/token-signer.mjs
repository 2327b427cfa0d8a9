// Signs machine tokens for some seconds and prints one line of JSON: the lower bound of what an issuer costs.
// argv: seconds, signatures in flight.
import { generateKeyPairSync, webcrypto } from 'node:crypto'
import { issueToken } from '../server-code.mjs'

const [seconds, concurrency] = process.argv.slice(2).map(Number)
const WARM_UP_MS = 300

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const signer = {
  kid: 'x'.repeat(43),
  privateKey: await webcrypto.subtle.importKey('pkcs8', privateKey, algorithm, false, ['sign']),
}
const grant = { client: { id: 'app_bench' }, subject: { type: 'service', id: 'bench' }, scope: 'openid agents.read' }

let signatures = 0
async function signUntil(until) {
  while (performance.now() < until) {
    await issueToken(signer, grant, { issuer: 'http://127.0.0.1:8080', jti: 'x'.repeat(22) }, Date.now())
    signatures += 1
  }
}
const run = (ms) => {
  const until = performance.now() + ms
  return Promise.all(Array.from({ length: concurrency }, () => signUntil(until)))
}

await run(WARM_UP_MS)
signatures = 0
const [started, cpu] = [performance.now(), process.cpuUsage()]
await run(seconds * 1_000)
const { user, system } = process.cpuUsage(cpu)
process.stdout.write(
  `${JSON.stringify({ requests: signatures, seconds: (performance.now() - started) / 1_000, cpu: (user + system) / 1_000, p50: 0, p99: 0 })}\n`,
)
