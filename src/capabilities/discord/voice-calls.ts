import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Guild, isVoice, type VoiceMember, voiceChannelsIn } from '../../platforms/discord/guilds.external.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { VoiceChange, VoiceChannelView } from './discord-calls.ts'
import { discordErrors } from './messages.ts'

/** Members that are changed at the same time; their rate limit decides the rest. */
const atOnce = 5

/** A server, and how its members are changed. */
export interface VoicePlace {
  readonly guild: Guild
  readonly requests: Pick<DiscordRequests, 'moveMember' | 'muteMember'>
}

/** The voice channels of a server that somebody is in, and those that are empty. */
export function voiceChannelViews(guild: Guild): VoiceChannelView[] {
  return voiceChannelsIn(guild).map(({ id, name }) => ({
    id,
    name,
    members: membersIn(guild, id).map(({ id: userId, username, displayName, isMuted, isDeafened }) => {
      return { id: userId, username, displayName, isMuted, isDeafened }
    }),
  }))
}

export async function moveMember(
  { guild, requests }: VoicePlace,
  userId: string,
  target: string,
): Promise<{ channelId: string }> {
  getVoiceMember(guild, userId)
  await requests.moveMember(guild.id, userId, target)
  return { channelId: target }
}

/** Returns the channel that the member was in. */
export async function kickMember({ guild, requests }: VoicePlace, userId: string): Promise<{ channelId: string }> {
  const { channelId } = getVoiceMember(guild, userId)
  await requests.moveMember(guild.id, userId, null)
  return { channelId }
}

export function muteAll({ guild, requests }: VoicePlace, channelId: string, mute: boolean): Promise<VoiceChange> {
  const meant = membersIn(guild, channelId).filter(({ isMutedByServer }) => isMutedByServer !== mute)
  return changeAll(meant, ({ id }) => requests.muteMember(guild.id, id, mute))
}

/** Everybody who is in another voice channel comes to this one. */
export function pullAll({ guild, requests }: VoicePlace, target: string): Promise<VoiceChange> {
  const meant = [...guild.voice.values()].filter(({ isBot, channelId }) => !isBot && channelId !== target)
  return changeAll(meant, ({ id }) => requests.moveMember(guild.id, id, target))
}

/** The channel that is named; otherwise the one that the broadcaster is in. */
export function targetChannel(guild: Guild, named: string | undefined, broadcasterId: string | undefined): string {
  if (named === undefined) {
    const channelId = guild.voice.get(broadcasterId ?? guild.ownerId)?.channelId
    if (channelId !== undefined) return channelId
    throw new Failure('discord_not_found', { message: discordErrors.broadcasterNotInVoice.of() })
  }
  const found = guild.channels.get(named)
  if (found === undefined || !isVoice(found)) {
    throw new Failure('discord_not_found', { message: discordErrors.noChannel.of() })
  }
  return found.id
}

function membersIn(guild: Guild, channelId: string): VoiceMember[] {
  return [...guild.voice.values()].filter((member) => !member.isBot && member.channelId === channelId)
}

function getVoiceMember(guild: Guild, userId: string): VoiceMember {
  const member = guild.voice.get(userId)
  if (member === undefined) throw new Failure('discord_not_found', { message: discordErrors.notInVoice.of() })
  return member
}

/** One request for each member. Fails only if none of them could be changed. */
async function changeAll(
  members: readonly VoiceMember[],
  change: (member: VoiceMember) => Promise<void>,
): Promise<VoiceChange> {
  const failures: Failure[] = []
  const waiting = [...members]
  const worker = async () => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      try {
        await change(member)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        failures.push(error)
        // Without a token or a connection the others fail in the same way.
        if (error.code === 'discord_not_connected') waiting.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, members.length) }, worker))
  const [first] = failures
  const affected = members.length - failures.length - waiting.length
  if (first !== undefined && (affected === 0 || first.code === 'discord_not_connected')) throw first
  return { affected, failed: failures.length }
}
