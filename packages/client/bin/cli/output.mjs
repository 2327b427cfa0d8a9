// Output of the command: colours on a terminal, plain text or JSON elsewhere, and a wait message on standard error.
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** NO_COLOR wins over FORCE_COLOR; both count if they are set and not empty. */
export function hasColours(stream, env) {
  if ((env.NO_COLOR ?? '') !== '') return false
  if ((env.FORCE_COLOR ?? '') !== '') return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** Removes control and direction characters: texts of other agents must not steer a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g
export const plain = (text) => String(text ?? '').replaceAll(STEERING, ' ')

export function makeOutput({ stdout, stderr, env, json }) {
  const colour = (stream) => (name, text) =>
    hasColours(stream, env) ? `\u001b[${CODES[name]}m${text}\u001b[0m` : String(text)
  return {
    json,
    paint: colour(stdout),
    line: (text) => void stdout.write(`${text}\n`),
    /** One JSON value per line, so that a followed list can be read line by line. */
    value: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    failure: (text) => void stderr.write(`${colour(stderr)('red', 'error')} ${text}\n`),
    /** Shows that the command waits; on a terminal the message is removed afterwards. */
    progress(text) {
      if (stderr.isTTY !== true) {
        stderr.write(`${text}\n`)
        return () => {}
      }
      const started = Date.now()
      const show = () => stderr.write(`\r\u001b[K${text} ${Math.round((Date.now() - started) / 1_000)} s`)
      show()
      const timer = setInterval(show, 1_000)
      return () => {
        clearInterval(timer)
        stderr.write('\r\u001b[K')
      }
    },
  }
}
