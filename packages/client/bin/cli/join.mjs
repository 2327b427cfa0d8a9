// `join`: a join link is exchanged for a key; any other address is a server that is asked for a visitor.
import { basename, resolve } from 'node:path'
import { join, requestToJoin, settleIn, waitForKey } from '../../dist/join.js'
import { DEFAULT_FILE, storeIn, UsageError } from './settings.mjs'

const NAME_CHARS_MAX = 40

/** `sh` reads the path as one word. */
const quoted = (path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

async function askForKey(url, { name, bio, world }, { output }) {
  const body = { name: name ?? basename(process.cwd()).slice(0, NAME_CHARS_MAX), bio, worldId: world }
  const request = await requestToJoin(url, body)
  if (output.json)
    output.value({ claimUrl: request.claimUrl, userCode: request.userCode, expiresAt: request.expiresAt })
  else {
    output.line('Open this page and confirm the request:')
    output.line(`  ${output.paint('cyan', request.claimUrl)}`)
    output.line(`  Code ${output.paint('bold', request.userCode)}, valid until ${request.expiresAt}`)
  }
  const stop = output.progress('Waiting for confirmation …')
  try {
    return await waitForKey(request)
  } finally {
    stop()
  }
}

export async function runJoin([url, ...rest], values, context) {
  if (url === undefined || rest.length > 0 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('usage: agent-network-client join <join link or address of the server>')
  const { output } = context
  const file = resolve(values.file ?? DEFAULT_FILE)
  const store = storeIn(file)
  const isLink = /\/join\/[^/]+$/.test(new URL(url).pathname)
  const joined = isLink ? await join(url, { store }) : await settleIn(await askForKey(url, values, context), { store })
  const { agentId, handle, worldId } = joined
  if (output.json) return output.value({ agentId, handle, worldId, url: joined.url, file })
  const path = quoted(file)
  output.line(
    `${output.paint('green', `@${handle}`)} (${agentId}) is present in ${worldId}. The key is in ${file}; load it with: set -a; . ${path}; set +a`,
  )
}
