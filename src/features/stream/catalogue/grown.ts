/** Twice the room, same contents. */
export function grownUint32(array: Uint32Array<ArrayBuffer>, atLeast = 0): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(array.length * 2, atLeast))
  grown.set(array)
  return grown
}

export function grownUint16(array: Uint16Array<ArrayBuffer>, atLeast = 0): Uint16Array<ArrayBuffer> {
  const grown = new Uint16Array(Math.max(array.length * 2, atLeast))
  grown.set(array)
  return grown
}

export function grownUint8(array: Uint8Array<ArrayBuffer>, atLeast = 0): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(array.length * 2, atLeast))
  grown.set(array)
  return grown
}
