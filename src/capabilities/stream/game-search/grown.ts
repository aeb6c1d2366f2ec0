/**
 * Adds capacity and keeps the contents. The old buffer is transferred, which frees its memory at once. By a quarter, not
 * by doubling: an operator adds a few categories to a column of thousands.
 */
export function grownUint32(array: Uint32Array<ArrayBuffer>, atLeast = 0): Uint32Array<ArrayBuffer> {
  return new Uint32Array(grown(array, atLeast))
}

export function grownUint16(array: Uint16Array<ArrayBuffer>, atLeast = 0): Uint16Array<ArrayBuffer> {
  return new Uint16Array(grown(array, atLeast))
}

export function grownUint8(array: Uint8Array<ArrayBuffer>, atLeast = 0): Uint8Array<ArrayBuffer> {
  return new Uint8Array(grown(array, atLeast))
}

type Column = (Uint8Array | Uint16Array | Uint32Array) & { readonly buffer: ArrayBuffer }

function grown({ buffer, length, BYTES_PER_ELEMENT }: Column, atLeast: number): ArrayBuffer {
  return buffer.transfer(Math.max(length + (length >> 2) + 16, atLeast) * BYTES_PER_ELEMENT)
}
