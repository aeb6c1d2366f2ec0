import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Automations } from '../automations/automations.ts'
import type { Channels } from '../channels/channels.ts'
import type { Commands } from '../commands/commands.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'

/** What a channel began with follows its language. The node that wrote the change does it, so it is done once. */
export function openLanguageFollowing(needs: {
  db: Database
  log: Log
  events: Events
  settings: Settings
  channels: Channels
  commands: Commands
  automations: Automations
  onClose: OnClose
}) {
  const { log, events, onClose } = needs
  /** One after the other, so that the last choice is the one that stays. */
  let last: Promise<void> = Promise.resolve()

  async function follow(channelId: number): Promise<void> {
    const { followLanguage } = await import('./follow-language.ts')
    await followLanguage(needs, channelId)
  }

  const stop = events.onAppended((channelId, { kind, data }) => {
    if (kind !== 'setting.changed' || data.name !== 'language') return
    last = last
      .then(() => follow(channelId))
      .catch((error: unknown) => log.error('texts could not follow the language of the channel', { channelId, error }))
  })
  onClose(async () => {
    stop()
    await last
  })
}
