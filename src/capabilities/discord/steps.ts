import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { discordSteps } from './contract/steps.ts'
import type { Discord } from './discord.ts'
import { colorIn, embedWith, shownText } from './outgoing-message.ts'

/** What these steps use. */
export interface DiscordStepServices {
  readonly db: Database
  readonly discord: Discord
  readonly events: Events
}

export const discordStepHandlers: StepHandlersFor<typeof discordSteps, DiscordStepServices> = {
  async discord_status(_input, { run }, { discord }) {
    const { isConnected, state, guildName } = await discord.status(run.caller)
    return { connected: isConnected, state, server: guildName }
  },

  async discord_send_message(input, { run }, { db, discord, events }) {
    const { message, embed_title: title, embed_description: description } = input
    const embed = embedWith({ title, description, color: colorIn(input.embed_color) })
    const to = idIn(input.channel_id)
    const { messageId } = await discord.sendMessage(run.caller, { to, text: message, embed })
    const data = { text: shownText({ message, title, description }), messageId }
    await db.write((tx) => events.appendNew(tx, run.caller, { kind: 'discord.message-sent', data }))
    return { message_id: messageId }
  },

  async discord_voice_members(_input, { run }, { discord }) {
    const { channels } = await discord.call(run.caller, 'voice-members', {})
    return { members: channels.reduce((sum, { members }) => sum + members.length, 0) }
  },

  async discord_voice_move({ discord_id: user, target_channel_id: channel }, { run }, { discord }) {
    const userId = idIn(user) ?? ''
    const { channelId } = await discord.call(run.caller, 'voice-move', { userId, channelId: idIn(channel) })
    return { channel_id: channelId }
  },

  async discord_voice_kick({ discord_id: user }, { run }, { discord }) {
    const { channelId } = await discord.call(run.caller, 'voice-kick', { userId: idIn(user) ?? '' })
    return { channel_id: channelId }
  },

  async discord_voice_mute_all({ channel_id: channel }, { run }, { discord }) {
    return { ...(await discord.call(run.caller, 'voice-mute', { channelId: idIn(channel), mute: true })) }
  },

  async discord_voice_unmute_all({ channel_id: channel }, { run }, { discord }) {
    return { ...(await discord.call(run.caller, 'voice-mute', { channelId: idIn(channel), mute: false })) }
  },

  async discord_voice_pull_all({ target_channel_id: channel }, { run }, { discord }) {
    return { ...(await discord.call(run.caller, 'voice-pull', { channelId: idIn(channel) })) }
  },
}

/** An empty field is one that was left out; what is not an id of Discord cannot be found there. */
function idIn(written: string | undefined): string | undefined {
  if (written === undefined || written === '') return undefined
  if (/^\d{15,20}$/.test(written)) return written
  throw new Failure('discord_not_found')
}
