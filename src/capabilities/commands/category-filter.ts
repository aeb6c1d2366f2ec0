import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Games } from '../stream/games.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Command } from './command.ts'

export type CategoryFilter = ReturnType<typeof createCategoryFilter>

/** Whether a command may be used in the current category; a blocked category wins. */
export function createCategoryFilter(needs: { games: Games; platforms: Platforms; streamStates: StreamStates }) {
  const { games, platforms, streamStates } = needs
  return async (channel: Channel, platform: Platform, command: Command): Promise<boolean> => {
    const { onlyGameIds, blockedGameIds } = command
    // The platform is asked for the current category only if the command has a list.
    if (onlyGameIds.length === 0 && blockedGameIds.length === 0) return true
    const state = await streamStates.find(channel.id, platform)
    const kick = (await platforms.find(channel.id, 'kick'))?.connector
    const on = state === undefined ? [] : await games.publicIdsOf(state.category.name, kick)
    if (on.some((id) => blockedGameIds.includes(id))) return false
    return onlyGameIds.length === 0 || on.some((id) => onlyGameIds.includes(id))
  }
}
