import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { ChatBadge } from '../contract/chat-parts.ts'
import type { AccountOwner } from '../services/services.ts'
import type { Helix } from './helix.external.ts'

const freshMs = 60 * 60_000
const retryMs = 5 * 60_000
const timeoutMs = 10_000
const maxChannels = 1_000

interface KnownBadges {
  badges: ReadonlyMap<string, ChatBadge>
  /** On the monotonic clock. */
  staleAt: number
  isLoading: boolean
}

export type TwitchBadges = ReturnType<typeof createTwitchBadges>

/** Titles and images of the badges of a chat. A message never waits for them: the first ones have only ids. */
export function createTwitchBadges(needs: {
  clock: Clock
  log: Log
  helix: Pick<Helix, 'listBadges'>
  /** Whether anybody reads the chat now. */
  isWanted: () => boolean
}) {
  const { clock, log, helix, isWanted } = needs
  const channels = new Map<string, KnownBadges>()

  async function load(owner: AccountOwner, accountId: string): Promise<ReadonlyMap<string, ChatBadge>> {
    const signal = AbortSignal.timeout(timeoutMs)
    const everywhere = await helix.listBadges(owner, undefined, signal)
    const own = await helix.listBadges(owner, accountId, signal)
    // The channel's own images replace those of Twitch.
    return new Map([...everywhere, ...own].map((badge) => [badge.id, badge]))
  }

  function refresh(known: KnownBadges, owner: AccountOwner, accountId: string): void {
    known.isLoading = true
    load(owner, accountId)
      .then(
        (badges) => {
          known.badges = badges
          known.staleAt = clock.steady() + freshMs
        },
        (error: unknown) => {
          known.staleAt = clock.steady() + retryMs
          log.warn('could not load the badges of Twitch', { channelId: owner.channelId, error })
        },
      )
      .finally(() => {
        known.isLoading = false
      })
  }

  return {
    complete(owner: AccountOwner, accountId: string, badges: readonly ChatBadge[]): readonly ChatBadge[] {
      if (badges.length === 0 || !isWanted()) return badges
      const known = channels.get(accountId) ?? { badges: new Map(), staleAt: 0, isLoading: false }
      if (channels.size >= maxChannels) channels.clear()
      channels.set(accountId, known)
      if (!known.isLoading && known.staleAt <= clock.steady()) refresh(known, owner, accountId)
      return badges.map((badge) => known.badges.get(badge.id) ?? badge)
    },
  }
}
