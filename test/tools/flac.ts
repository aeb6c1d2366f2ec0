import createLibFlac from 'libflacjs'
import type { Pcm } from '../../src/capabilities/sounds/wav.ts'

type LibFlac = ReturnType<typeof createLibFlac>

/** Slowest and smallest: files are written once and downloaded often. */
const compressionLevel = 8
/** Position and layout of STREAMINFO, the first block of every FLAC file, after the mark and its block header. */
const streamInfoAt = 8
const maxFrameAt = 7
const md5At = 18

let loading: Promise<LibFlac> | undefined

export async function encodeFlac({ samples, channels, sampleRate }: Pcm): Promise<Buffer> {
  const flac = await load()
  const length = samples.length / channels
  const encoder = flac.create_libflac_encoder(sampleRate, channels, 16, compressionLevel, length, true)
  const parts: Buffer[] = []
  let summary: { min_framesize: number; max_framesize: number; md5sum: string } | undefined
  const status = flac.init_encoder_stream(
    encoder,
    (bytes) => void parts.push(Buffer.from(bytes)),
    (metadata) => {
      summary = metadata
    },
  )
  const isDone =
    status === 0 &&
    flac.FLAC__stream_encoder_process_interleaved(encoder, Int32Array.from(samples), length) &&
    flac.FLAC__stream_encoder_finish(encoder)
  flac.FLAC__stream_encoder_delete(encoder)
  if (!isDone || summary === undefined) throw new Error('libFLAC could not encode the samples.')
  // A stream cannot go back to its beginning, so what is known only at the end is filled in here.
  const file = Buffer.concat(parts)
  file.writeUIntBE(summary.min_framesize, streamInfoAt + maxFrameAt - 3, 3)
  file.writeUIntBE(summary.max_framesize, streamInfoAt + maxFrameAt, 3)
  file.write(summary.md5sum, streamInfoAt + md5At, 'hex')
  return file
}

/** Fails when a frame is damaged or the samples are not those that the file's own checksum was made of. */
export async function decodeFlac(file: Buffer): Promise<Pcm> {
  const flac = await load()
  const decoder = flac.create_libflac_decoder(true)
  const frames: Int16Array[] = []
  const errors: string[] = []
  let format = { sampleRate: 0, channels: 0 }
  let at = 0
  flac.init_decoder_stream(
    decoder,
    (wanted) => {
      const buffer = new Uint8Array(file.subarray(at, at + wanted))
      at += buffer.length
      return { buffer, readDataLength: buffer.length, error: false }
    },
    (channels, { sampleRate }) => {
      format = { sampleRate, channels: channels.length }
      frames.push(interleave(channels.map((bytes) => new Int16Array(bytes.slice().buffer))))
    },
    (_code, description) => errors.push(String(description)),
  )
  const isDone =
    flac.FLAC__stream_decoder_process_until_end_of_stream(decoder) && flac.FLAC__stream_decoder_finish(decoder)
  flac.FLAC__stream_decoder_delete(decoder)
  if (!isDone || errors.length > 0) throw new Error(`This FLAC file is damaged. ${errors.join(' ')}`)
  const samples = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0))
  let end = 0
  for (const frame of frames) {
    samples.set(frame, end)
    end += frame.length
  }
  return { ...format, samples }
}

function interleave(channels: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array((channels[0]?.length ?? 0) * channels.length)
  channels.forEach((channel, at) => {
    channel.forEach((sample, i) => {
      samples[i * channels.length + at] = sample
    })
  })
  return samples
}

/** The variant in plain JavaScript: the one in WebAssembly fetches its code from a path, which Node's fetch refuses. */
function load(): Promise<LibFlac> {
  loading ??= new Promise((resolve) => {
    const flac = createLibFlac('asmjs')
    flac.on('ready', () => resolve(flac))
  })
  return loading
}
