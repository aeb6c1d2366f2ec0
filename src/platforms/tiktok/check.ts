import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import { checkMessages } from '../messages.ts'
import type { CheckNeeds } from '../services/check-services.ts'
import { adapterOf, type TikTokSettings } from './tiktok.ts'

/** Connects to TikFinity, to the bridge or to Euler Stream until it says whether it accepts this server. */
async function check(
  { clock, log, settings }: Pick<CheckNeeds, 'clock' | 'log'> & { readonly settings: TikTokSettings },
  signal: AbortSignal,
): Promise<Text> {
  let close = () => {}
  const connected = new Promise<Text>((resolve, reject) => {
    close = adapterOf({ clock, log }, settings).open({
      report() {},
      setStatus({ state, message }) {
        if (state === 'connected') resolve(message)
        else if (state !== 'connecting') reject(new Failure('platform_refused', { message }))
      },
    })
  })
  try {
    return await untilAborted(signal, connected)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('platform_unavailable', {
      message: checkMessages.timedOut.of({ service: 'TikTok' }),
      cause: error,
    })
  } finally {
    close()
  }
}

export const tiktokCheck = { check, permissions: [] }
