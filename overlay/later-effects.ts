import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import type { createEffects, Effects } from './effects.ts'

const attemptsAtOnce = 3
const retryMs = 500

interface Waiting {
  /** Undefined for the companion of a card, about which nothing is reported. */
  readonly id: string | undefined
  readonly run: (effects: Effects) => void
}

/** Effects are loaded with the first one: many pages show none. */
export function createLaterEffects(needs: Parameters<typeof createEffects>[0]): Effects {
  const { report, timers } = needs
  let effects: Effects | undefined
  let waiting: Waiting[] = []
  let attempts = 0
  let isLoading = false

  async function load() {
    isLoading = true
    for (let tries = 0; tries < attemptsAtOnce && effects === undefined; tries++) {
      // A browser remembers that a module failed to load, so another attempt needs another address.
      const attempt = attempts++
      try {
        const made: { createEffects: typeof createEffects } =
          attempt === 0 ? await import('./effects.ts') : await import(`./effects.js?retry=${attempt}`)
        effects = made.createEffects(needs)
      } catch {
        await timers.wait(retryMs)
      }
    }
    isLoading = false
    for (const { id, run } of waiting.splice(0)) {
      if (effects !== undefined) run(effects)
      else if (id !== undefined) report({ type: 'failed', id, reason: messages.effectNotLoaded() })
    }
  }

  function whenLoaded(id: string | undefined, run: Waiting['run']) {
    if (effects !== undefined) return run(effects)
    waiting.push({ id, run })
    if (!isLoading) void load()
  }

  return {
    run: (cue) => whenLoaded(cue.id, (loaded) => loaded.run(cue)),
    accompany: (type) => whenLoaded(undefined, (loaded) => loaded.accompany(type)),

    stop(id, isCancelled) {
      effects?.stop(id, isCancelled)
      if (!waiting.some((one) => one.id === id)) return
      waiting = waiting.filter((one) => one.id !== id)
      if (!isCancelled) report({ type: 'finished', id })
    },

    stopAll() {
      effects?.stopAll()
      for (const { id } of waiting.splice(0)) if (id !== undefined) report({ type: 'finished', id })
    },
  }
}
