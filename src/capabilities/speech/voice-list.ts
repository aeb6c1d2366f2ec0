import type { EngineVoice } from './contract/speech-engines/definition.ts'

/** A voice that was added at the service is listed after this time at the latest. */
const freshMs = 60 * 60_000
/** A service that does not answer is asked again after this time. */
const retryMs = 60_000

/** The voices of a service as it lists them itself. While it does not, those that are known of it without asking. */
export function createVoiceList(needs: {
  known: readonly EngineVoice[]
  ask: (() => Promise<readonly EngineVoice[]>) | undefined
  now?: () => number
}) {
  const { known, ask, now = () => performance.now() } = needs
  let voices = known
  let until = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function refresh(list: () => Promise<readonly EngineVoice[]>): Promise<void> {
    try {
      const listed = await list()
      voices = listed.length === 0 ? known : listed
      until = now() + freshMs
    } catch {
      until = now() + retryMs
    }
    asking = undefined
  }

  return {
    /** Concurrent calls share one request. */
    async get(): Promise<readonly EngineVoice[]> {
      if (ask !== undefined && now() >= until) {
        asking ??= refresh(ask)
        await asking
      }
      return voices
    },
  }
}
