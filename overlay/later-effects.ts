import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import { sentReason } from '../src/registry/page-reasons.ts'
import type { createEffects, Effects } from './effects.ts'

const attemptsAtOnce = 3
const retryMs = 500

/** Effects are loaded with the first one: many pages show none. What is asked for meanwhile follows in its order. */
export function createLaterEffects(needs: Parameters<typeof createEffects>[0]): Effects {
  let effects: Promise<Effects> | undefined
  let attempts = 0

  async function load(): Promise<Effects> {
    // A browser remembers that a module failed to load, so another attempt needs another address.
    const attempt = attempts++
    try {
      const made: { createEffects: typeof createEffects } =
        attempt === 0 ? await import('./effects.ts') : await import(`./effects.js?retry=${attempt}`)
      return made.createEffects(needs)
    } catch (error) {
      await needs.timers.wait(retryMs)
      if (attempts % attemptsAtOnce !== 0) return load()
      // The next effect tries again.
      effects = undefined
      throw error
    }
  }

  async function use(run: (loaded: Effects) => void, id?: string) {
    effects ??= load()
    try {
      run(await effects)
    } catch {
      if (id !== undefined) needs.report({ type: 'failed', id, reason: sentReason(messages.effectNotLoaded.of()) })
    }
  }

  return {
    run: (cue) => void use((loaded) => loaded.run(cue), cue.id),
    accompany: (type) => void use((loaded) => loaded.accompany(type)),
    stop: (id, isCancelled) => void (effects && use((loaded) => loaded.stop(id, isCancelled))),
    stopAll: () => void (effects && use((loaded) => loaded.stopAll())),
  }
}
