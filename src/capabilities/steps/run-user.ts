import { type ChatRole, chatRoles } from '../../definitions/roles.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Execution } from './execution.ts'
import type { RunUser } from './run.ts'

/** The timeout of the lookup; without an answer the command runs with the name alone. */
const maxLookUpMs = 2_000

/** A viewer with a row of this server. */
export interface RunViewer {
  readonly id: number
  readonly userId: string
  readonly username: string
  readonly displayname: string
}

/** Finds viewers by their name: one with a row, or one that only the platform knows. */
export interface ViewerFinder {
  find(
    channel: Channel,
    platform: Platform,
    reference: { readonly username: string },
  ): Promise<{ readonly known: RunViewer } | { readonly fresh: PlatformUser } | undefined>
}

/** The broadcaster, a name given by an API key (which may not exist), somebody known, or the viewer who wrote in chat. */
export type RunBy =
  | 'broadcaster'
  | { readonly username: string }
  | { readonly user: RunUser }
  | { readonly viewer: RunViewer; readonly roles: ReadonlySet<ChatRole> }

const everyRole: ReadonlySet<ChatRole> = new Set(chatRoles)

export function createRunUserResolver({ platforms, viewers }: { platforms: Platforms; viewers: ViewerFinder }) {
  return async (execution: Execution, channel: Channel, platform: Platform, by: RunBy): Promise<RunUser> => {
    if (typeof by === 'object' && 'user' in by) return by.user
    if (typeof by === 'object' && 'viewer' in by) {
      const { id: viewerId, userId: id, username, displayname } = by.viewer
      return { username, displayname, isBroadcaster: by.roles.has('broadcaster'), roles: by.roles, id, viewerId }
    }
    const account = (await platforms.find(channel.id, platform))?.account
    const broadcaster = account?.username ?? channel.name
    if (by === 'broadcaster' || nameKey(by.username) === nameKey(broadcaster)) {
      const displayname = account?.displayname ?? channel.name
      const id = account === undefined ? {} : { id: account.accountId }
      return { username: broadcaster, displayname, isBroadcaster: true, roles: everyRole, ...id }
    }
    const { username } = by
    const named = { username, isBroadcaster: false, roles: everyRole }
    const found = await execution
      .inTime(() => viewers.find(channel, platform, { username }), maxLookUpMs)
      .catch(() => undefined)
    // The name stays as given: the caller expects it in the reply.
    if (found === undefined) return { ...named, displayname: username }
    if ('fresh' in found) return { ...named, displayname: found.fresh.displayname, id: found.fresh.id }
    const { displayname, userId, id } = found.known
    return { ...named, displayname, id: userId, viewerId: id }
  }
}
