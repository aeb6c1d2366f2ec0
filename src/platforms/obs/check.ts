import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { obsMessages } from './messages.ts'
import { type ObsSettings, openObsSocket } from './obs-socket.ts'
import { createObsRequests } from './requests.external.ts'

/** Connects for a moment, beside the connection that may be open. Throws a `Failure` that says what is wrong. */
export async function checkObs(
  { clock, settings }: { clock: Clock; settings: ObsSettings },
  signal: AbortSignal,
): Promise<Text> {
  let close = () => {}
  const connected = new Promise<Text>((resolve, reject) => {
    const socket = openObsSocket({
      clock,
      settings,
      async prepare(ask) {
        const { version } = await createObsRequests(ask).readState()
        resolve(obsMessages.works.of({ version }))
        return version
      },
      onEvent() {},
      onStatus({ state, message }) {
        if (state !== 'connecting' && state !== 'connected') reject(new Failure('obs_refused', { message }))
      },
      onUnreadable() {},
    })
    close = () => socket.close()
  })
  try {
    return await untilAborted(signal, connected)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('obs_not_connected', { message: obsMessages.noAnswer.of(), cause: error })
  } finally {
    close()
  }
}
