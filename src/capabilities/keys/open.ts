import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Limiter } from '../../kernel/limits/limiter.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { createKeys } from './keys.ts'
import { createQuotas } from './quotas.ts'
import { createUsage } from './usage.ts'

/** The keys of programs, how much each was used, and how much is left. */
export function openKeys(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  limiter: Limiter
  onClose: OnClose
  channels: Channels
  events: Events
  operations: Parameters<typeof createQuotas>[0]['operations']
}) {
  const usage = createUsage(needs)
  needs.onClose(() => usage.flush())
  return { keys: createKeys(needs), quotas: createQuotas(needs), usage }
}
