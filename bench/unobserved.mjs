// Loaded into a server before its own code (`--import`): takes away what watches it, so that a run can tell what it costs. The
// server's own code is changed as it is read. BENCH_UNOBSERVED says what goes: `all`; `series`, which leaves the log of
// requests; or `nothing`, since servers are compared only where the code of both has come this way.
import { register } from 'node:module'

/** What is replaced by what, by file; a text that is not found there fails the start. */
const CHANGES = {
  'http/metrics.js': [
    ['observe(route, status, milliseconds) {', 'observe() {}, unused(route, status, milliseconds) {'],
    ['refused(refused) {', 'refused() {}, unheard(refused) {'],
  ],
  'core/meter.js': [
    ['add(metered, values, n = 1) {', 'add() {}, unused(metered, values, n = 1) {'],
    ['time: (timed, seconds) =>', 'time: () => {}, untimed: (timed, seconds) =>'],
  ],
  'access/request-log.js': [['note(keyId, note) {', 'note() {}, unnoted(keyId, note) {']],
  'measure/minutes.js': [['start() {', 'start() {}, unstarted() {']],
}
const taken = process.env.BENCH_UNOBSERVED
if (taken !== 'all') delete CHANGES['access/request-log.js']
if (taken === 'nothing') for (const file of Object.keys(CHANGES)) delete CHANGES[file]
const HOOK = `const changes = ${JSON.stringify(CHANGES)}
export async function load(url, context, next) {
  const loaded = await next(url, context)
  const [file, pairs] = Object.entries(changes).find(([name]) => url.endsWith('/server/dist/' + name)) ?? []
  if (file === undefined) return loaded
  let source = String(loaded.source)
  for (const [from, to] of pairs) {
    if (!source.includes(from)) throw new Error(file + ' has no ' + from)
    source = source.replace(from, () => to)
  }
  return { ...loaded, source }
}`
register(`data:text/javascript,${encodeURIComponent(HOOK)}`)
