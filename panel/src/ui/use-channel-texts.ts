import { useEffect, useState } from 'preact/hooks'
import type { Catalogue } from '../../../src/kernel/text/message.ts'
import { catalogueOf } from '../language.ts'
import { me, returns } from '../state.ts'

/** What viewers read is in the language of the channel, whichever the reader of the panel has. */
export const channelTexts = (): Promise<Catalogue> => catalogueOf(me.value?.channel_language ?? 'en')

/** The same while something is drawn: in English until the texts are there. */
export function useChannelTexts(): Catalogue {
  const [texts, setTexts] = useState<Catalogue>({ locale: 'en', texts: {} })
  const spoken = me.value?.channel_language
  useEffect(() => {
    let isWanted = true
    void channelTexts().then((found) => isWanted && setTexts(found))
    return () => {
      isWanted = false
    }
  }, [spoken, returns.value])
  return texts
}
