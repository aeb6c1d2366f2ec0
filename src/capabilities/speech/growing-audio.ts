import { readWav, writeWav } from '../sounds/wav.ts'
import { maxAudioBytes, type SpokenAudio } from './engine.ts'

export type GrowingAudio = ReturnType<typeof createGrowingAudio>

/** A line whose parts are still being synthesized. Its parts can be read as they are ready, by any number of readers. */
export function createGrowingAudio(
  first: SpokenAudio,
  rest: AsyncIterable<SpokenAudio>,
  onFailure: (error: unknown) => void,
) {
  const parts: SpokenAudio[] = [first]
  let isOver = false
  let { promise: grown, resolve: grow } = Promise.withResolvers<void>()

  function wake(): void {
    grow()
    ;({ promise: grown, resolve: grow } = Promise.withResolvers<void>())
  }

  async function collect(): Promise<SpokenAudio> {
    let bytes = first.bytes.length
    try {
      for await (const part of rest) {
        bytes += part.bytes.length
        if (bytes > maxAudioBytes) break
        parts.push(part)
        wake()
      }
    } catch (error) {
      // The parts that are there are spoken.
      onFailure(error)
    }
    isOver = true
    wake()
    return join(parts)
  }

  return {
    /** All parts as one file. Never rejects. */
    whole: collect(),

    async *read(): AsyncGenerator<Buffer> {
      for (let index = 0; ; ) {
        const part = parts[index]
        if (part !== undefined) {
          index++
          yield part.bytes
        } else if (isOver) return
        else await grown
      }
    },
  }
}

function join(parts: readonly SpokenAudio[]): SpokenAudio {
  const [first] = parts
  const files = parts.flatMap(({ bytes }) => readWav(bytes) ?? [])
  const [format] = files
  if (first === undefined || format === undefined) throw new Error('a line in parts is WAV')
  const samples = new Int16Array(files.reduce((sum, file) => sum + file.samples.length, 0))
  let at = 0
  for (const file of files) {
    samples.set(file.samples, at)
    at += file.samples.length
  }
  const durationMs = parts.reduce((sum, part) => sum + (part.durationMs ?? 0), 0)
  return { bytes: writeWav({ ...format, samples }), mime: first.mime, durationMs }
}
