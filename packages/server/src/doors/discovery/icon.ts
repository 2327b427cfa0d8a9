const SIZE = 16
const HEADER_BYTES = 40
/** Blue, green, red. */
const INK = [0x8f, 0x5a, 0x2b] as const

/** A filled dot and a ring that touches it. */
const isInk = (x: number, y: number): boolean =>
  Math.hypot(x - 5, y - 9) <= 4.3 || (Math.hypot(x - 11.5, y - 5.5) <= 3.4 && Math.hypot(x - 11.5, y - 5.5) > 1.6)

/** One picture of 16 by 16 pixels with an alpha channel, in the oldest format that every browser asks for. */
function drawIcon(): Buffer {
  const mask = (SIZE * 32) / 8
  const pixels = SIZE * SIZE * 4
  const icon = Buffer.alloc(22 + HEADER_BYTES + pixels + mask)
  icon.writeUInt16LE(1, 2)
  icon.writeUInt16LE(1, 4)
  icon.writeUInt8(SIZE, 6)
  icon.writeUInt8(SIZE, 7)
  icon.writeUInt16LE(1, 10)
  icon.writeUInt16LE(32, 12)
  icon.writeUInt32LE(HEADER_BYTES + pixels + mask, 14)
  icon.writeUInt32LE(22, 18)
  icon.writeUInt32LE(HEADER_BYTES, 22)
  icon.writeInt32LE(SIZE, 26)
  icon.writeInt32LE(SIZE * 2, 30)
  icon.writeUInt16LE(1, 34)
  icon.writeUInt16LE(32, 36)
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      if (isInk(x, y)) icon.set([...INK, 0xff], 22 + HEADER_BYTES + ((SIZE - 1 - y) * SIZE + x) * 4)
  return icon
}

export const ICON = drawIcon()
