// A seeded random number generator.

/** sfc32 from three hashes of the seed: the generator of the server, so that tests see the texts that residents write. */
export const seeded = (...seed: readonly (string | number)[]): (() => number) => {
  const text = JSON.stringify(seed)
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13)
    c = Math.imul(c ^ code, 0xc2b2ae35) ^ (c >>> 16)
  }
  const draw = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 15; i++) draw()
  return draw
}
