import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { interactionIn, messageIn } from '../../platforms/discord/incoming.external.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { KnownEvent, LoggedEvent } from '../../registry/events.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Commands } from '../commands/commands.ts'
import type { Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { LinkedAccounts } from '../viewers/linked-accounts.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import { createAnnouncer } from './announcer.ts'
import { createChatBridge } from './bridge.ts'
import type { DiscordFeatures } from './discord-features.ts'
import type { DiscordSession } from './discord-session.ts'
import type { DiscordLinks } from './links.ts'
import { createDiscordPosts } from './posts.ts'
import { createRoleSync } from './role-sync.ts'
import { createSlashCommands, type RunForViewer } from './slash-commands.ts'
import type { DiscordWithdrawals } from './withdrawals.ts'

export interface DiscordFeatureNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly bus: Bus
  readonly channels: Channels
  readonly chat: Chat
  readonly commands: Commands
  readonly discordLinks: DiscordLinks
  readonly discordWithdrawals: DiscordWithdrawals
  readonly events: Events
  readonly linkedAccounts: LinkedAccounts
  readonly platforms: Platforms
  readonly points: Points
  readonly settings: Settings
  readonly subscribers: Subscribers
  readonly viewers: Viewers
  readonly watchTime: WatchTime
  readonly runForViewer: RunForViewer
  readonly isAllowed: (channelId: number, platform: Platform, authorId: string, text: string) => Promise<boolean>
  readonly isNameAllowed: (channelId: number, platform: Platform, name: string) => Promise<boolean>
}

/** Everything that the bot of one channel does by itself, while this node has its connection. */
export function openDiscordFeatures(
  needs: DiscordFeatureNeeds,
  { channelId, session }: { channelId: number; session: DiscordSession },
): DiscordFeatures {
  const { log, bus, discordLinks: links } = needs
  const shared = { ...needs, channelId, requests: session.requests }
  const announcer = createAnnouncer(shared)
  const posts = createDiscordPosts(shared)
  const roleSync = createRoleSync({
    ...shared,
    links,
    withdrawals: needs.discordWithdrawals,
    guildId: () => session.guild?.id,
  })
  const slashCommands = createSlashCommands({ ...shared, links })
  const bridge = createChatBridge(shared)
  /** What Discord offers now, and on which server. */
  let offered: string | undefined
  let offering: Promise<void> = Promise.resolve()
  let isReady = false

  function receiveEvent(event: KnownEvent): void {
    switch (event.kind) {
      case 'stream.online':
        announcer.onStreamBegun()
        break
      // It began before anybody knew of it: an announcement that there is may change, a new one would come too late.
      case 'stream.already-live':
      case 'stream.offline':
      case 'stream.title-changed':
      case 'stream.category-changed':
        announcer.onStreamChanged()
        break
      case 'discord.linked':
      case 'discord.unlinked':
      case 'subscription':
      case 'subscription.received':
        if (event.viewerId !== null) roleSync.one(event.viewerId)
        break
      default:
        posts.receive(event)
    }
  }

  /** Replaces the slash commands of the server where they have changed. */
  function offer(): void {
    offering = offering.then(async () => {
      const { guild, applicationId } = session
      if (guild === undefined || applicationId === undefined) return
      const wanted = await slashCommands.list()
      const key = JSON.stringify([applicationId, guild.id, wanted])
      if (key === offered) return
      await session.requests.setSlashCommands(applicationId, guild.id, wanted)
      offered = key
    })
    offering = offering.catch((error: unknown) => log.warn('slash commands were not changed', { channelId, error }))
  }

  function applySettings(): void {
    void bridge.apply().catch((error: unknown) => log.warn('the chat bridge was not changed', { channelId, error }))
    if (!isReady) return
    offer()
    roleSync.all()
  }

  const stops = [
    bus.subscribe('event', ({ channelId: id, event }: { channelId: number; event: LoggedEvent }) => {
      if (id === channelId && event.kind !== 'unknown') receiveEvent(event)
    }),
    bus.subscribe('commands-changed', ({ channelId: id }) => id === channelId && isReady && offer()),
    bus.subscribe('settings-changed', ({ channelId: id }) => id === channelId && applySettings()),
  ]
  applySettings()

  return {
    receive(type, data, guild) {
      if (type === 'INTERACTION_CREATE') {
        const interaction = interactionIn(data)
        if (interaction !== undefined) slashCommands.receive(interaction)
      } else {
        const message = messageIn(data, guild)
        if (message !== undefined) bridge.receive(message)
      }
    },

    onChange() {
      const isNowReady = session.guild !== undefined
      if (isNowReady && !isReady) {
        isReady = true
        applySettings()
        // The stream may have changed while nobody was connected.
        announcer.onStreamChanged()
      }
      isReady = isNowReady
    },

    async close() {
      for (const stop of stops) stop()
      await Promise.all([announcer.close(), roleSync.close(), bridge.close(), slashCommands.settled(), posts.settled()])
      await offering
    },
  }
}
