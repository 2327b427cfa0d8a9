// The curl command of an API call.
/** An API call. */
export interface Call {
  readonly method: string
  /** Path and query, as on the operator listener. */
  readonly path: string
  readonly body?: unknown
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The curl command of a call. The token is read from the environment, so that it is not in the shell history. */
export function curlOf({ method, path, body }: Call, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    '-H "Authorization: Bearer $AGENT_NETWORK_OPERATOR_TOKEN"',
  ]
  if (body instanceof Uint8Array || body instanceof Blob)
    lines.push("-H 'Content-Type: application/json'", '--data-binary @world.json')
  else if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}
