import { catalogueOf } from '../../catalogues.ts'
import type { Catalogue } from '../../messages/message.ts'
import type { Settings } from './settings.ts'

/** The texts in which the viewers of a channel are addressed. */
export async function channelCatalogue(settings: Pick<Settings, 'of'>, channelId: number): Promise<Catalogue> {
  return catalogueOf((await settings.of(channelId)).language.language)
}
