import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { findObs } from '../../platforms/obs/find-obs.external.ts'
import { localObsMessages } from './messages.ts'

const checkTimeoutMs = 5_000

export type LocalObs = ReturnType<typeof createLocalObs>

/** An OBS on the machine of this server. Its password is read from its own settings, and never leaves the server. */
export function createLocalObs({ clock, folders }: { clock: Clock; folders: readonly string[] }) {
  return {
    /** Whether there is one that answers, in a sentence. */
    async find(): Promise<{ readonly isUsable: boolean; readonly url: string | null; readonly message: Text }> {
      const found = findObs(folders)
      if (found === undefined) return { isUsable: false, url: null, message: localObsMessages.none.of() }
      const { url } = found
      if (!found.isEnabled) return { isUsable: false, url, message: localObsMessages.serverOff.of() }
      try {
        const { checkObs } = await import('../../platforms/obs/check.ts')
        const message = await checkObs({ clock, settings: found }, AbortSignal.timeout(checkTimeoutMs))
        return { isUsable: true, url, message }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { isUsable: false, url, message: error.text }
      }
    },

    /** What to store when a person has said yes. */
    getFields(): readonly { readonly name: string; readonly value: string }[] {
      const found = findObs(folders)
      if (found === undefined) throw new Failure('not_found', { message: localObsMessages.none.of() })
      return [
        { name: 'url', value: found.url },
        { name: 'password', value: found.password ?? '' },
      ]
    },
  }
}
