/** Grows when a batch needs more. */
const defaultBytes = 64 * 1024
/** Longer texts are encoded by Node, which is faster at them. */
const longText = 48

let bytes = Buffer.allocUnsafe(defaultBytes)
let at = 0

/**
 * Messages of PostgreSQL's extended query protocol, built in one buffer and written at once: a batch is hundreds of them,
 * and the driver allocates and writes each on its own. Building a batch is synchronous, so all connections share the
 * buffer. Format: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export const frames = {
  parse(name: string, text: string): void {
    const start = open(0x50, name.length + text.length * 3 + 8)
    put(name)
    bytes[at++] = 0
    put(text)
    bytes[at++] = 0
    int16(0)
    close(start)
  },

  /** Asks what columns a prepared statement has. */
  describe(name: string): void {
    const start = open(0x44, name.length + 8)
    bytes[at++] = 0x53
    put(name)
    bytes[at++] = 0
    close(start)
  },

  /** Values go and come as text. */
  bind(name: string, values: readonly (string | null)[]): void {
    let most = name.length + 16
    for (const value of values) most += 4 + (value === null ? 0 : value.length * 3)
    const start = open(0x42, most)
    bytes[at++] = 0
    put(name)
    bytes[at++] = 0
    int16(0)
    int16(values.length)
    for (const value of values) {
      const place = at
      at += 4
      if (value === null) int32(-1, place)
      else {
        put(value)
        int32(at - place - 4, place)
      }
    }
    int16(0)
    close(start)
  },

  execute(): void {
    const start = open(0x45, 8)
    bytes[at++] = 0
    int32(0, at)
    at += 4
    close(start)
  },

  sync(): void {
    close(open(0x53, 0))
  },

  /** Everything since the last call. */
  take(): Buffer {
    const taken = Buffer.from(bytes.subarray(0, at))
    at = 0
    if (bytes.length > defaultBytes) bytes = Buffer.allocUnsafe(defaultBytes)
    return taken
  },
}

/** Returns where its length goes. */
function open(type: number, mostBytes: number): number {
  if (at + mostBytes + 5 > bytes.length) {
    const larger = Buffer.allocUnsafe(2 * (at + mostBytes + 5))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
  }
  bytes[at] = type
  at += 5
  return at - 4
}

function close(start: number): void {
  int32(at - start, start)
}

function int16(value: number): void {
  bytes[at++] = value >> 8
  bytes[at++] = value
}

function int32(value: number, place: number): void {
  bytes[place] = value >> 24
  bytes[place + 1] = value >> 16
  bytes[place + 2] = value >> 8
  bytes[place + 3] = value
}

function put(text: string): void {
  const start = at
  if (text.length < longText) {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        at = start + bytes.write(text, start)
        return
      }
      bytes[at++] = code
    }
    return
  }
  at += bytes.write(text, start)
}
