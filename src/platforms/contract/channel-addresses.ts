import type { Platform } from './platforms.ts'

interface ChannelAddresses {
  /** Where viewers watch. `{username}` and `{id}` are those of the account. */
  readonly watch?: string
  /** A picture of the live stream that the platform keeps up to date. */
  readonly preview?: string
}

/** The public addresses of a channel, for links to it from elsewhere. */
const addresses: Readonly<Partial<Record<Platform, ChannelAddresses>>> = {
  kick: { watch: 'https://kick.com/{username}' },
  twitch: {
    watch: 'https://www.twitch.tv/{username}',
    preview: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_{username}-1280x720.jpg',
  },
  youtube: { watch: 'https://www.youtube.com/channel/{id}/live' },
  tiktok: { watch: 'https://www.tiktok.com/@{username}/live' },
}

export function channelAddresses(
  platform: Platform,
  account: { readonly username: string; readonly accountId: string },
): ChannelAddresses {
  const { watch, preview } = addresses[platform] ?? {}
  const filled = (template: string) =>
    template
      .replace('{username}', encodeURIComponent(account.username.toLowerCase()))
      .replace('{id}', encodeURIComponent(account.accountId))
  return {
    ...(watch !== undefined && { watch: filled(watch) }),
    ...(preview !== undefined && { preview: filled(preview) }),
  }
}
