// Requests to the operator's door of a server that is being measured. Anything but success ends the run.

export async function operate(server, method, path, body) {
  const answer = await fetch(server.operatorUrl + path, {
    method,
    headers: { authorization: `Bearer ${server.operatorToken()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text).data
}
