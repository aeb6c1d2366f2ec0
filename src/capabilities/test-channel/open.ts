import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { createTestChannelMirror } from './mirror.ts'

/** The copy of changes to the test channel. */
export function openTestChannel(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  channels: Channels
  events: Events
  pages: { count(channelId: number): number }
}) {
  const { channels, onClose, pages } = needs
  const testChannelMirror = createTestChannelMirror({ ...needs, isShown: (channelId) => pages.count(channelId) > 0 })
  channels.beforeTestUse(testChannelMirror.prepare)
  onClose(() => {
    testChannelMirror.close()
    return testChannelMirror.settled()
  })
  return { testChannelMirror }
}
