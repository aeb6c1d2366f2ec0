import type { GivenValues } from '../../platforms/services/service-settings.ts'
import type { Channels } from '../channels/channels.ts'
import type { AiProvider } from './provider-rows.ts'

const timeoutSeconds = 20

/** The environment names one provider, that of the first channel. It is the operator's word, so it may be local. */
export function createGivenProvider({ given = {}, channels }: { given: GivenValues | undefined; channels: Channels }) {
  return async (channelId: number): Promise<AiProvider | undefined> => {
    const { SHOWCALLER_AI_URL: url, SHOWCALLER_AI_KEY: key, SHOWCALLER_AI_MODEL: model } = given
    if (url === undefined || (await channels.list())[0]?.id !== channelId) return undefined
    return {
      id: 0,
      name: new URL(url.text).host,
      url: url.text.replace(/\/+$/, ''),
      model: model?.text ?? '',
      key: key?.text,
      isUnreadable: false,
      inputPrice: 0,
      outputPrice: 0,
      timeoutSeconds,
      isLocal: true,
      setBy: url.from,
    }
  }
}
