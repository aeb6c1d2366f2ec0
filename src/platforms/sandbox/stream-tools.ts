import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { SnoozedAd, StreamMarker } from '../channel-capabilities.ts'
import { platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount } from '../platform.ts'
import type { SandboxChannelMemory, StartedAction } from './channel-memory.ts'
import type { SandboxMemory } from './memory.ts'
import { sandboxMessages } from './messages.ts'

/** A raid leaves after this time, and can be cancelled until then. */
const raidWaitMs = 90_000
const snoozeMs = 5 * 60_000
const snoozesPerStream = 3

export type SandboxStreamTools = ReturnType<typeof createSandboxStreamTools>

/** What a broadcaster does with the live stream and the platform reports to nobody. */
export function createSandboxStreamTools(needs: {
  clock: Clock
  ids: Ids
  memory: SandboxMemory
  channelMemory: SandboxChannelMemory
}) {
  const { clock, ids, memory, channelMemory } = needs

  async function note(account: PlatformAccount, action: StartedAction['action'], seconds: number | null = null) {
    await memory.change(account, (tx) => channelMemory.addAction(tx, account, { action, username: '', seconds }))
  }

  async function startOfStream(account: PlatformAccount): Promise<number> {
    const { live, started_at: startedAt } = await memory.stream(account)
    if (live === 1 && startedAt !== null) return startedAt
    const service = platformTitles[account.platform]
    throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service }) })
  }

  return {
    async cancelRaid(account: PlatformAccount): Promise<void> {
      const raids = (await channelMemory.actions(account)).filter(({ action }) => action.startsWith('raid'))
      const last = raids.at(-1)
      const isPending = last?.action === 'raid' && clock.now() - last.at < raidWaitMs
      if (!isPending) throw refused(account, sandboxMessages.noRaid.of())
      await note(account, 'raid_cancelled')
    },

    async snoozeAd(account: PlatformAccount): Promise<SnoozedAd> {
      const since = await startOfStream(account)
      const actions = await channelMemory.actions(account)
      const used = actions.filter(({ action, at }) => action === 'ad_snoozed' && at >= since).length
      if (used >= snoozesPerStream) throw refused(account, sandboxMessages.noSnoozes.of())
      await note(account, 'ad_snoozed')
      return { nextAdAt: clock.now() + snoozeMs, snoozesLeft: snoozesPerStream - used - 1 }
    },

    async createMarker(account: PlatformAccount): Promise<StreamMarker> {
      const createdAt = clock.now()
      const positionSeconds = Math.floor((createdAt - (await startOfStream(account))) / 1000)
      await note(account, 'marker', positionSeconds)
      return { id: ids.next('marker'), positionSeconds, createdAt }
    },

    setTags: (account: PlatformAccount): Promise<void> => note(account, 'tags'),

    setShieldMode: (account: PlatformAccount, isOn: boolean): Promise<void> =>
      note(account, isOn ? 'shield_mode_on' : 'shield_mode_off'),
  }
}

function refused({ platform }: PlatformAccount, reason: ReturnType<typeof sandboxMessages.noRaid.of>): Failure {
  const message = platformMessages.refused.of({ service: platformTitles[platform], reason })
  return new Failure('platform_refused', { message })
}
