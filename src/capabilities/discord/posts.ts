import type { Log } from '../../kernel/log.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { KnownEvent } from '../../registry/events.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { plainText } from './outgoing-message.ts'

/** What the log channel gets. */
const logged: ReadonlySet<string> = new Set<KnownEvent['kind']>([
  'ban',
  'timeout',
  'unban',
  'warning.sent',
  'moderation.delete',
  'moderation.clear',
  'moderation.shield',
])
/** Posts that wait for the limits of Discord. Raids of bots cause thousands of bans, and nobody reads them all. */
const maxWaiting = 50
const maxLength = 1_900

/** Posts that follow single events: clips, and the moderation log. */
export function createDiscordPosts(needs: {
  log: Log
  channelId: number
  requests: DiscordRequests
  settings: Settings
}) {
  const { log, channelId, requests, settings } = needs
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function post(event: KnownEvent): Promise<void> {
    const { clips, log_channel_id: logChannel } = (await settings.of(channelId)).discord
    if (event.kind === 'clip.created') {
      if (!clips.enabled || clips.channel_id === '') return
      // The link alone in its line: Discord shows the clip below it.
      const text = `**${plainText(event.data.title)}**\n${event.data.url}`
      await requests.createMessage(clips.channel_id, { text: text.slice(0, maxLength) })
    } else if (logChannel !== '') {
      const catalogue = await channelCatalogue(settings, channelId)
      const sentence = inLanguage(catalogue, () => eventRegistry.sentenceOf(event))
      const text = plainText(sentence).slice(0, maxLength)
      await requests.createMessage(logChannel, { text, hidesPreviews: true })
    }
  }

  return {
    receive(event: KnownEvent): void {
      if (event.kind !== 'clip.created' && !logged.has(event.kind)) return
      if (waiting >= maxWaiting) return
      waiting++
      last = last
        .then(() => post(event))
        .catch((error: unknown) => log.warn('a post on Discord failed', { channelId, kind: event.kind, error }))
        .finally(() => {
          waiting--
        })
    },
    settled: (): Promise<void> => last,
  }
}
