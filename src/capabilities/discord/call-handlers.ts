import { type Guild, rolesIn, textChannelsIn, voiceChannelsIn } from '../../platforms/discord/guilds.external.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { DiscordAnswerOf, DiscordCalls, DiscordInputOf, DiscordStatus } from './discord-calls.ts'
import { kickMember, moveMember, muteAll, pullAll, targetChannel, voiceChannelViews } from './voice-calls.ts'

type CallHandlers = {
  readonly [N in keyof DiscordCalls]: (input: DiscordInputOf<N>) => Promise<DiscordAnswerOf<N>>
}

/** How a session makes each call. */
export function createCallHandlers(needs: {
  requests: DiscordRequests
  statusOf: (guildId: string | undefined) => DiscordStatus
  /** The named server, or the one of the channel. Throws a failure if the bot is not there. */
  getGuild: (id?: string | undefined) => Guild
  /** The Discord account of the broadcaster, if one is chosen. */
  broadcasterId: () => Promise<string | undefined>
}): CallHandlers {
  const { requests, statusOf, getGuild, broadcasterId } = needs

  async function voiceTarget(named: string | undefined) {
    const guild = getGuild()
    return { place: { guild, requests }, target: targetChannel(guild, named, await broadcasterId()) }
  }

  return {
    status: async ({ guildId }) => statusOf(guildId),
    async directory() {
      const guild = getGuild()
      const choice = ({ id, name }: { id: string; name: string }) => ({ id, name })
      return {
        textChannels: textChannelsIn(guild).map(choice),
        voiceChannels: voiceChannelsIn(guild).map(choice),
        roles: rolesIn(guild),
      }
    },
    'voice-members': async ({ guildId }) => ({ channels: voiceChannelViews(getGuild(guildId)) }),
    async 'voice-move'({ userId, channelId: named }) {
      const { place, target } = await voiceTarget(named)
      return moveMember(place, userId, target)
    },
    'voice-kick': ({ userId }) => kickMember({ guild: getGuild(), requests }, userId),
    async 'voice-mute'({ channelId: named, mute }) {
      const { place, target } = await voiceTarget(named)
      return muteAll(place, target, mute)
    },
    async 'voice-pull'({ channelId: named }) {
      const { place, target } = await voiceTarget(named)
      return pullAll(place, target)
    },
  }
}
