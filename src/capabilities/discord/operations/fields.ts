import { Failure, type FailureCode } from '../../../kernel/operation/contract/failures.ts'
import type { Call } from '../../../kernel/operation/operation.ts'
import { integer, object, optional, type Static, text } from '../../../kernel/schema/schema.ts'
import { isSnowflake } from '../../../platforms/discord/settings.ts'
import type { DiscordAnswerOf, VoiceChange } from '../discord-calls.ts'

/** Fields that several Discord operations have. */

function id(description: string) {
  return text({ min: 1, max: 20, cleaning: 'name', description })
}

export const guildId = optional(id('A server that the bot is on; by default the one of this channel.'))
export const memberId = id('The id of the member on Discord.')
export const targetChannelId = optional(id('The voice channel; by default the one that the broadcaster is in.'))
export const textChannelId = optional(id('The text channel; by default the one that is chosen in the panel.'))

export const discordFailures = [
  'discord_not_connected',
  'discord_refused',
  'discord_not_found',
] as const satisfies readonly FailureCode[]

export function asFlag(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}

/** What is not an id of Discord cannot be found there. */
export function requireId<T extends string | undefined>(given: T): T {
  if (given !== undefined && !isSnowflake(given)) throw new Failure('discord_not_found')
  return given
}

export const voiceChangeOutput = object({
  affected: integer({ description: 'How many members were changed.' }),
  failed: integer({ description: 'How many members Discord refused to change.' }),
})

type VoiceCall = Pick<Call<unknown, Static<typeof voiceChangeOutput>>, 'caller' | 'ctx' | 'commit'>

/** Records a change of several members, and answers with how many they were. */
export function recordVoiceChange(
  { caller, ctx, commit }: VoiceCall,
  change: 'muted' | 'unmuted' | 'pulled',
  { affected, failed }: VoiceChange,
): Promise<Static<typeof voiceChangeOutput>> {
  return commit(async (tx) => {
    await ctx.events.appendNew(tx, caller, { kind: 'discord.voice-changed', data: { change, affected, failed } })
    return { affected, failed }
  })
}

export const memberOutput = object({ channel_id: text({ description: 'The voice channel.' }) })

/** Records that one member was moved or disconnected. */
export function recordMember(
  { caller, ctx, commit }: Pick<Call<unknown, Static<typeof memberOutput>>, 'caller' | 'ctx' | 'commit'>,
  change: 'moved' | 'kicked',
  { channelId }: DiscordAnswerOf<'voice-move'>,
): Promise<Static<typeof memberOutput>> {
  return commit(async (tx) => {
    const data = { change, affected: 1, failed: 0 }
    await ctx.events.appendNew(tx, caller, { kind: 'discord.voice-changed', data })
    return { channel_id: channelId }
  })
}

/** Both operations that mute have the same input and output. */
export const muteInput = object({ channel_id: targetChannelId })

export async function muteMembers(
  call: Call<Static<typeof muteInput>, Static<typeof voiceChangeOutput>>,
  mute: boolean,
): Promise<Static<typeof voiceChangeOutput>> {
  const { input, caller, ctx } = call
  const channelId = requireId(input.channel_id)
  const done = await ctx.discord.call(caller, 'voice-mute', { channelId, mute })
  return recordVoiceChange(call, mute ? 'muted' : 'unmuted', done)
}
