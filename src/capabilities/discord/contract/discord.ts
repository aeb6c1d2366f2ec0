import { defineMessages } from '../../../kernel/text/message.ts'

/** The permissions that the bot needs on a server, with the numbers of their bits at Discord. */
export const discordPermissionBits = {
  VIEW_CHANNEL: 10,
  SEND_MESSAGES: 11,
  EMBED_LINKS: 14,
  CONNECT: 20,
  MUTE_MEMBERS: 22,
  MOVE_MEMBERS: 24,
  MANAGE_ROLES: 28,
} as const
export type DiscordPermission = keyof typeof discordPermissionBits

export const discordPermissions = Object.keys(discordPermissionBits) as readonly DiscordPermission[]

/** What each permission is for, as the panel shows it. */
export const discordPermissionTitles = defineMessages('discord.permissions', {
  VIEW_CHANNEL: 'View Channels',
  SEND_MESSAGES: 'Send Messages',
  EMBED_LINKS: 'Embed Links (go-live announcement)',
  CONNECT: 'Connect (to move members to a voice channel)',
  MUTE_MEMBERS: 'Mute Members',
  MOVE_MEMBERS: 'Move Members',
  MANAGE_ROLES: 'Manage Roles (roles for viewers)',
}) satisfies Readonly<Record<DiscordPermission, () => string>>

/** Where the owner of a server adds the bot, with the permissions it needs and no others. */
export function discordInvite(applicationId: string): string {
  const bits = Object.values(discordPermissionBits).reduce((sum, bit) => sum + 2 ** bit, 0)
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(bits),
  })
  return `https://discord.com/oauth2/authorize?${query}`
}

/** A text or voice channel, or a role, that a person can choose. */
export interface DiscordChoice {
  readonly id: string
  readonly name: string
}

export interface DiscordRoleChoice extends DiscordChoice {
  /** Whether the bot may give it to members: its own highest role stands above it. */
  readonly isAssignable: boolean
}

/** What every node knows about the Discord server of a channel while the bot is connected. */
export interface DiscordSnapshot {
  readonly applicationId: string
  readonly botName: string
  /** Null while the bot is on no server, or on several of which none is chosen. */
  readonly guild: {
    readonly id: string
    readonly name: string
    readonly permissions: readonly DiscordPermission[]
    readonly missing: readonly DiscordPermission[]
  } | null
}
