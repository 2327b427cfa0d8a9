// Bounded waiting for tests: polls a condition and fails with its name when the time is over.

interface WaitOptions {
  readonly everyMs?: number
  /** Less than the time limit of a test, so that the failure says what was missing. */
  readonly withinMs?: number
}

/** Resolves when `holds` is true; throws an error that names `what` when it is not true in time. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { everyMs = 10, withinMs = 200_000 }: WaitOptions = {},
): Promise<void> {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`timed out after ${withinMs} ms waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Waits for `arrival` while `request` is open; throws with the response when the request ends first. */
export async function waitWhileOpen(
  what: string,
  arrival: Promise<unknown>,
  request: PromiseLike<unknown>,
): Promise<void> {
  const ended = request.then((response) => {
    throw new Error(`the request ended before ${what}: ${JSON.stringify(response)}`)
  })
  await Promise.race([arrival, ended])
}
