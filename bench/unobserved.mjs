// Loaded into a server before its own code (`--import`): on SIGUSR2 it takes away what watches it, or gives it back, so that a run
// can tell what that costs. The server's own code is changed as it is read. With each signal one step further: everything is
// there; metrics, series and counts are gone; the log of requests, too.
import { register } from 'node:module'

globalThis.benchTaken = 0
process.on('SIGUSR2', () => {
  globalThis.benchTaken = (globalThis.benchTaken + 1) % 3
})

const gone = (step) => ` if (globalThis.benchTaken >= ${step}) return;`
/** Where a function begins, by file, and the step from which on it does nothing; a text that is not found fails the start. */
const BEGINNINGS = {
  'platform/telemetry/metrics.js': [
    ['observe(route, status, milliseconds) {', gone(1)],
    ['refused(refused) {', gone(1)],
  ],
  'platform/telemetry/meter.js': [
    ['add(metered, values, n = 1) {', gone(1)],
    ['time: (timed, seconds) =>', ' globalThis.benchTaken >= 1 ? undefined :'],
  ],
  'platform/telemetry/minutes.js': [['async function write() {', gone(1)]],
  // Where a line is made, so that nothing of it is left.
  'protocols/rest/rest-door.js': [['const code = refusal?.code ?? null;', gone(2)]],
}
const HOOK = `const beginnings = ${JSON.stringify(BEGINNINGS)}
export async function load(url, context, next) {
  const loaded = await next(url, context)
  const [file, pairs] = Object.entries(beginnings).find(([name]) => url.endsWith('/server/dist/' + name)) ?? []
  if (file === undefined) return loaded
  let source = String(loaded.source)
  for (const [beginning, added] of pairs) {
    if (!source.includes(beginning)) throw new Error(file + ' has no ' + beginning)
    source = source.replace(beginning, () => beginning + added)
  }
  return { ...loaded, source }
}`
register(`data:text/javascript,${encodeURIComponent(HOOK)}`)
