import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { vtsMessages } from './messages.ts'
import { createVtsRequests } from './requests.external.ts'
import type { VtsSettings } from './settings.ts'
import { openVtsLink } from './vts-link.ts'
import { defaultVtsTimings } from './vts-socket.ts'

/**
 * Connects for a moment, beside the connection that may be open, and asks for nothing that a person has to allow. Throws a
 * `Failure` that says what is wrong.
 */
export async function checkVts(settings: VtsSettings, signal: AbortSignal): Promise<Text> {
  let close = () => {}
  const answered = new Promise<Text>((resolve, reject) => {
    const link = openVtsLink({
      url: settings.url,
      timings: defaultVtsTimings,
      onOpen() {
        const { readVersion } = createVtsRequests(link.ask)
        readVersion().then((version) => resolve(vtsMessages.works.of({ version })), reject)
      },
      onReport() {},
      onLost: (message) => reject(new Failure('vts_not_connected', { message })),
      onUnreadable() {},
    })
    close = link.close
  })
  try {
    return await untilAborted(signal, answered)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('vts_not_connected', { message: vtsMessages.noAnswer.of(), cause: error })
  } finally {
    close()
  }
}
