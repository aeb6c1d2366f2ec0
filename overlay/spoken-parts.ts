/** The files of a line that is still being spoken, decoded one after the other. */
export type SpokenParts = {
  first: AudioBuffer
  /** The next part; undefined after the last. A part that is broken or does not arrive ends the line. */
  next: () => Promise<AudioBuffer | undefined>
}

const headerBytes = 8

/** Starts to read a sequence of WAV files; resolves with the first. */
export async function readParts(answer: Response, context: BaseAudioContext): Promise<SpokenParts> {
  const reader = answer.body?.getReader()
  let rest = new Uint8Array(0)

  /** Whether there are this many bytes. */
  async function fill(length: number) {
    while (rest.length < length) {
      const { value } = (await reader?.read()) ?? {}
      if (value === undefined) return false
      const joined = new Uint8Array(rest.length + value.length)
      joined.set(rest)
      joined.set(value, rest.length)
      rest = joined
    }
    return true
  }

  async function decodeNext() {
    if (!(await fill(headerBytes))) return undefined
    const length = new DataView(rest.buffer, rest.byteOffset).getUint32(4, true) + headerBytes
    if (!(await fill(length))) return undefined
    const file = rest.slice(0, length)
    rest = rest.subarray(length)
    return context.decodeAudioData(file.buffer)
  }

  const first = await decodeNext()
  if (first === undefined) throw new Error('the line is empty')
  // Decoded ahead, so that the next part is there when it is needed.
  let upcoming = ahead()
  return {
    first,
    async next() {
      const part = await upcoming
      if (part !== undefined) upcoming = ahead()
      return part
    },
  }

  function ahead() {
    return decodeNext().catch(() => undefined)
  }
}

/** Plays the parts without a gap, each as soon as it is there. */
export function playParts(context: BaseAudioContext, parts: SpokenParts, to: AudioNode) {
  let startsAt = context.currentTime
  let totalMs: number | undefined
  const sources: AudioBufferSourceNode[] = []
  let isStopped = false

  function start(buffer: AudioBuffer): Promise<unknown> {
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(to)
    startsAt = Math.max(startsAt, context.currentTime)
    source.start(startsAt)
    startsAt += buffer.duration
    sources.push(source)
    return new Promise((resolve) => {
      source.onended = resolve
    })
  }

  async function playAll(began: number) {
    let ended = start(parts.first)
    for (;;) {
      const part = await parts.next()
      if (part === undefined || isStopped) break
      ended = start(part)
    }
    totalMs = (startsAt - began) * 1000
    await ended
  }

  return {
    /** Known once all parts are there. */
    totalMs: () => totalMs,
    over: playAll(startsAt),
    tailMs: 0,
    stop() {
      isStopped = true
      for (const source of sources) {
        source.stop()
        source.disconnect()
      }
    },
  }
}

/** All parts in one buffer, for voice effects that need the whole line. */
export async function joinParts(context: BaseAudioContext, { first, next }: SpokenParts): Promise<AudioBuffer> {
  const buffers = [first]
  for (let part = await next(); part !== undefined; part = await next()) buffers.push(part)
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0)
  const joined = context.createBuffer(first.numberOfChannels, length, first.sampleRate)
  let at = 0
  for (const buffer of buffers) {
    for (let channel = 0; channel < joined.numberOfChannels; channel++) {
      joined.copyToChannel(buffer.getChannelData(Math.min(channel, buffer.numberOfChannels - 1)), channel, at)
    }
    at += buffer.length
  }
  return joined
}
