import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import { createTestChannelMirror } from './mirror.ts'

/** The copy of changes to the test channel. Each node copies what it changed itself. */
export function openTestChannel(needs: { db: Database; log: Log; ownBus: Bus; onClose: OnClose; channels: Channels }) {
  const testChannelMirror = createTestChannelMirror({ ...needs, bus: needs.ownBus })
  needs.onClose(() => {
    testChannelMirror.close()
    return testChannelMirror.settled()
  })
  return { testChannelMirror }
}
