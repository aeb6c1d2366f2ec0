import type { ShownState } from '../../definitions/connection-state.ts'
import type { DiscordChoice, DiscordPermission, DiscordRoleChoice } from './contract/discord.ts'

export interface DiscordStatus {
  readonly isConnected: boolean
  readonly state: ShownState
  readonly guildId: string | null
  readonly guildName: string | null
  readonly permissions: readonly DiscordPermission[]
  readonly missing: readonly DiscordPermission[]
}

export interface VoiceChannelView extends DiscordChoice {
  readonly members: readonly {
    readonly id: string
    readonly username: string
    readonly displayName: string
    readonly isMuted: boolean
    readonly isDeafened: boolean
  }[]
}

/** What people can choose from on the server of the channel. */
export interface DiscordDirectory {
  readonly textChannels: readonly DiscordChoice[]
  readonly voiceChannels: readonly DiscordChoice[]
  readonly roles: readonly DiscordRoleChoice[]
}

/** How many members were changed, and how many Discord refused to change. */
export interface VoiceChange {
  readonly affected: number
  readonly failed: number
}

/**
 * Every call that needs the gateway, with its input and its answer. Both are plain JSON, because the call may go to
 * another node.
 */
export interface DiscordCalls {
  readonly status: { readonly input: { readonly guildId?: string | undefined }; readonly answer: DiscordStatus }
  readonly directory: { readonly input: Readonly<Record<never, never>>; readonly answer: DiscordDirectory }
  readonly 'voice-members': {
    readonly input: { readonly guildId?: string | undefined }
    readonly answer: { readonly channels: readonly VoiceChannelView[] }
  }
  readonly 'voice-move': {
    readonly input: { readonly userId: string; readonly channelId?: string | undefined }
    readonly answer: { readonly channelId: string }
  }
  readonly 'voice-kick': {
    readonly input: { readonly userId: string }
    readonly answer: { readonly channelId: string }
  }
  readonly 'voice-mute': {
    readonly input: { readonly channelId?: string | undefined; readonly mute: boolean }
    readonly answer: VoiceChange
  }
  readonly 'voice-pull': {
    readonly input: { readonly channelId?: string | undefined }
    readonly answer: VoiceChange
  }
}

export type DiscordCallName = keyof DiscordCalls
export type DiscordInputOf<N extends DiscordCallName> = DiscordCalls[N]['input']
export type DiscordAnswerOf<N extends DiscordCallName> = DiscordCalls[N]['answer']
