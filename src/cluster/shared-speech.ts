import type { SpokenAudio } from '../capabilities/speech/engine.ts'
import type { Redis } from './redis.ts'

const expirySeconds = 10 * 60
/** Longer audio is available only on the node that created it. */
const maxBytes = 4 * 1024 * 1024
const prefix = 'showcaller:speech:'

/** Speech audio of all nodes, for pages that are connected to another node than the one that created it. */
export function createSharedSpeech(redis: Redis) {
  return {
    async keep(id: string, { bytes, mime }: SpokenAudio): Promise<void> {
      if (!redis.isUp || bytes.length > maxBytes) return
      const kept = JSON.stringify({ mime, audio: bytes.toString('base64') })
      // Without it some pages show the text without audio, which is better than failing.
      await redis.set(prefix + id, kept, expirySeconds).catch(() => {})
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
