import { catalogueOf, forPages } from '../../kernel/catalogues.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import type { Settings } from './settings.ts'

/** The texts in which the viewers of a channel are addressed in chat. */
export async function channelCatalogue(settings: Pick<Settings, 'of'>, channelId: number): Promise<Catalogue> {
  return catalogueOf((await settings.of(channelId)).language.language)
}

/** The same for whatever runs in a channel, such as the steps of a command. */
export function catalogueFor(
  { caller }: { readonly caller: { readonly channel: { readonly id: number } } },
  { settings }: { readonly settings: Pick<Settings, 'of'> },
): Promise<Catalogue> {
  return channelCatalogue(settings, caller.channel.id)
}

/** The same on overlay pages. */
export async function overlayCatalogue(settings: Pick<Settings, 'of'>, channelId: number): Promise<Catalogue> {
  return forPages(await channelCatalogue(settings, channelId))
}
