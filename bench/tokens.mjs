// Machine tokens a second, against a process that does nothing but sign.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askOnce, openConnection, postBytes } from './connection.mjs'
import { scratchFolder } from './dataset.mjs'
import { CONNECTIONS, outputOf, together } from './load.mjs'
import { operate } from './operator.mjs'
import { benchFolder } from './server-code.mjs'
import { allCpuMs, startServer } from './servers.mjs'
import { compared, stretch } from './turns.mjs'

/** A client of the server, as load clients present it. */
async function tokenTraffic(server, folder) {
  const machineClient = { services: ['bench'] }
  const { id } = await operate(server, 'POST', '/_operator/apps', { ownerUid: 'bench', name: 'Bench', machineClient })
  const { clientSecret } = await operate(server, 'POST', `/_operator/apps/${id}/client-secret`)
  const keysFile = join(folder, 'client.txt')
  const pair = [id, clientSecret].map(encodeURIComponent).join(':')
  const credential = Buffer.from(pair).toString('base64')
  writeFileSync(keysFile, `${credential}\n`, { mode: 0o600 })
  const before = 'Authorization: Basic '
  const path = '/oidc/token'
  const type = 'application/x-www-form-urlencoded'
  const body = 'grant_type=client_credentials&service_id=bench'
  // The first token makes the signing key, which takes its time.
  const connection = await openConnection(server.port)
  await askOnce(connection, postBytes(path, before + credential, type, body))
  connection.close()
  return { keysFile, before, paths: [path], type, bodies: [body] }
}

/** As many under way at a time as the load clients have connections. */
async function signatures(seconds) {
  const args = [join(benchFolder, 'signer.mjs'), seconds, CONNECTIONS].map(String)
  return JSON.parse(await outputOf(process.execPath, args))
}

/** All threads count on both sides, because signatures are made beside the main one. */
export async function tokens({ seconds, rounds }) {
  const data = scratchFolder()
  const server = await startServer(data)
  try {
    const traffic = await tokenTraffic(server, data)
    const measured = { tokens: [], bare: [] }
    await stretch(server, 1, traffic)
    for (let n = 0; n < rounds; n++) {
      measured.tokens.push(await stretch(server, seconds / rounds, traffic, allCpuMs))
      measured.bare.push(await signatures(seconds / rounds))
    }
    return compared(together(measured.tokens), together(measured.bare))
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
