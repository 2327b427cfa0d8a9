/** Numbers as text. Every platform that Node runs on keeps the low byte first, so bytes travel between them. */
export const packNumbers = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** Into memory of their own, because wider numbers must lie on a boundary. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = new Uint8Array(Buffer.byteLength(text, 'base64'))
  Buffer.from(bytes.buffer).write(text, 'base64')
  return bytes.buffer
}

export const unpackInts = (text: string): Int32Array => new Int32Array(bytesOf(text))
export const unpackFloats = (text: string): Float64Array => new Float64Array(bytesOf(text))
