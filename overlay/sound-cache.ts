import { messages } from './messages.ts'

/** Files up to this size are decoded as a whole; larger ones are streamed. */
const maxWholeBytes = 8 * 1024 * 1024
/** The most recently used decoded sounds are kept. */
const maxKeptBytes = 24 * 1024 * 1024
const maxKept = 32
const loadMs = 8_000

export type Sample = { buffer: AudioBuffer } | { url: string }

/** A cache of decoded sounds (least recently used are dropped). */
export function createSoundCache() {
  /** The most recently used last. */
  const kept: Map<string, AudioBuffer> = new Map()

  function keep(url: string, buffer: AudioBuffer) {
    kept.delete(url)
    kept.set(url, buffer)
    let bytes = 0
    for (const one of kept.values()) bytes += bytesOf(one)
    for (const [oldest, one] of kept) {
      if (kept.size <= maxKept && bytes <= maxKeptBytes) break
      kept.delete(oldest)
      bytes -= bytesOf(one)
    }
  }

  return {
    async load(url: string, context: BaseAudioContext, { isKept }: { isKept: boolean }): Promise<Sample> {
      const known = kept.get(url)
      if (known !== undefined) {
        keep(url, known)
        return { buffer: known }
      }
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(), loadMs)
      try {
        const answer = await fetch(url, { signal: stop.signal, credentials: 'omit' })
        if (!answer.ok) throw new Error(messages.soundStatus({ status: answer.status }))
        if (Number(answer.headers.get('Content-Length')) > maxWholeBytes) {
          stop.abort()
          await canPlay(url)
          return { url }
        }
        const buffer = await context.decodeAudioData(await answer.arrayBuffer())
        if (isKept) keep(url, buffer)
        return { buffer }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Detects a broken streamed file before it is played. */
async function canPlay(url: string) {
  const element = new Audio()
  try {
    await new Promise((resolve, reject) => {
      element.oncanplay = resolve
      element.onerror = () => reject(new Error(messages.notASound()))
      element.src = url
    })
  } finally {
    element.oncanplay = element.onerror = null
    element.removeAttribute('src')
    element.load()
  }
}

function bytesOf({ length, numberOfChannels }: AudioBuffer) {
  return length * numberOfChannels * 4
}
