import { type Reword, rewording } from '../../definitions/starter-texts.ts'
import { catalogueOf } from '../../kernel/catalogues.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { shippedLanguages } from '../../kernel/text/languages.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
// Their texts are among those that follow the language.
import '../../registry/recipes.ts'
import type { Automations } from '../automations/automations.ts'
import type { Channels } from '../channels/channels.ts'
import type { Commands } from '../commands/commands.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import './demo-commands.ts'

/** Writes what nobody has edited in this language, whichever language it is in. */
export async function rewordingTo(catalogue: Catalogue): Promise<Reword> {
  return rewording(await Promise.all(shippedLanguages.map(catalogueOf)), catalogue)
}

/**
 * After the language of the channel has changed: replies, alerts and automations that nobody has edited follow it, also
 * those of its test channel, which has a copy of the setting.
 */
export async function followLanguage(
  needs: { db: Database; automations: Automations; channels: Channels; commands: Commands; settings: Settings },
  channelId: number,
): Promise<void> {
  const { db, automations, channels, commands, settings } = needs
  const channel = await channels.find(channelId)
  if (channel === undefined) return
  const reword = await rewordingTo(await channelCatalogue(settings, channelId))
  const both = channel.isTestChannel ? [channel] : [channel, await channels.testChannelOf(channel)]
  await db.write(async (tx) => {
    for (const { id } of both) {
      await commands.reword(tx, id, reword)
      await automations.reword(tx, id, reword)
    }
  })
}
