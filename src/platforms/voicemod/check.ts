import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { voicemodMessages } from './messages.ts'
import type { VoicemodSettings } from './settings.ts'
import { createVoicemodClient } from './voicemod-client.external.ts'
import { openVoicemodSocket } from './voicemod-socket.ts'

/** Connects for a moment, beside the connection that may be open. Throws a `Failure` that says what is wrong. */
export async function checkVoicemod(
  { clock, settings }: { clock: Clock; settings: VoicemodSettings },
  signal: AbortSignal,
): Promise<Text> {
  let close = () => {}
  const connected = new Promise<Text>((resolve, reject) => {
    const socket = openVoicemodSocket({
      clock,
      settings,
      async prepare(ask) {
        const { length: count } = await createVoicemodClient(ask).listVoices()
        resolve(voicemodMessages.works.of({ count }))
        return count
      },
      onMessage() {},
      onStatus({ state, message }) {
        if (state !== 'connecting' && state !== 'connected') reject(new Failure('voice_not_connected', { message }))
      },
      onUnreadable() {},
    })
    close = () => socket.close()
  })
  try {
    return await untilAborted(signal, connected)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('voice_not_connected', { message: voicemodMessages.noAnswer.of(), cause: error })
  } finally {
    close()
  }
}
