/**
 * Plain 16-bit PCM in a RIFF file: every browser plays it, and it needs no encoder. The samples are little-endian, as
 * are all processors that are supported, so they are copied as they are.
 */
export interface Pcm {
  readonly sampleRate: number
  readonly channels: number
  /** Interleaved when there is more than one channel. */
  readonly samples: Int16Array
}

const headerBytes = 44

export function writeWav({ sampleRate, channels, samples }: Pcm): Buffer<ArrayBuffer> {
  // Not from the shared pool, whose slices may start at an odd address.
  const bytes = Buffer.alloc(headerBytes + samples.length * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * channels * 2, 28)
  bytes.writeUInt16LE(channels * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples.length * 2, 40)
  new Int16Array(bytes.buffer, bytes.byteOffset + headerBytes, samples.length).set(samples)
  return bytes
}

/** Undefined for anything but 16-bit PCM. Sizes in the file are not believed past its end: streamed files lie. */
export function readWav(bytes: Uint8Array): Pcm | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 12 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WAVE') {
    return undefined
  }
  let format: { channels: number; sampleRate: number } | undefined
  for (let at = 12; at + 8 <= view.length; ) {
    const id = view.toString('latin1', at, at + 4)
    const size = view.readUInt32LE(at + 4)
    const start = at + 8
    if (id === 'fmt ' && start + 16 <= view.length) {
      if (view.readUInt16LE(start) !== 1 || view.readUInt16LE(start + 14) !== 16) return undefined
      format = { channels: view.readUInt16LE(start + 2), sampleRate: view.readUInt32LE(start + 4) }
      if (format.channels < 1 || format.channels > 8 || format.sampleRate < 1) return undefined
    }
    if (id === 'data') {
      if (format === undefined) return undefined
      const end = Math.min(start + size, view.length)
      const count = Math.floor((end - start) / 2)
      // A copy, because the data may start at an odd address.
      const data = view.buffer.slice(view.byteOffset + start, view.byteOffset + start + count * 2)
      return { ...format, samples: new Int16Array(data, 0, count - (count % format.channels)) }
    }
    at = start + size + (size % 2)
  }
  return undefined
}

export function durationMsOf({ samples, channels, sampleRate }: Pcm): number {
  return Math.round((samples.length / channels / sampleRate) * 1000)
}
