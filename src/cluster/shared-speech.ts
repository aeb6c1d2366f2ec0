import type { SpokenAudio } from '../speech/engine.ts'
import type { Redis } from './redis.ts'

const keptForSeconds = 10 * 60
/** A longer line is heard only from the node that spoke it. */
const maxBytes = 4 * 1024 * 1024
const prefix = 'showcaller:speech:'

/** What one node has spoken, for the page that asks another for it. */
export function createSharedSpeech(redis: Redis) {
  return {
    async keep(id: string, { bytes, mime }: SpokenAudio): Promise<void> {
      if (!redis.isUp || bytes.length > maxBytes) return
      const kept = JSON.stringify({ mime, audio: bytes.toString('base64') })
      // Lost, it is a card without its voice on some pages; no reason to say nothing at all.
      await redis.set(prefix + id, kept, keptForSeconds).catch(() => {})
    },

    async find(id: string): Promise<{ bytes: Buffer; mime: string } | undefined> {
      if (!redis.isUp) return undefined
      const kept = await redis.get(prefix + id).catch(() => undefined)
      if (kept === undefined) return undefined
      const { mime, audio } = JSON.parse(kept) as { mime: string; audio: string }
      return { bytes: Buffer.from(audio, 'base64'), mime }
    },
  }
}
