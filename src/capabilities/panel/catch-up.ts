import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { send, sendEvent, type Tab } from './tab.ts'

/** A tab that missed more events than this reloads its data. */
const maxMissed = 500

/** Sends what happened since the tab last read, and then what came in while that was read. */
export async function catchUp(
  ctx: Pick<Context, 'db' | 'events' | 'overlays'>,
  tab: Tab,
  channel: Channel,
): Promise<void> {
  const end = await ctx.overlays.lastSeq(channel.id)
  const isKnown = Number.isSafeInteger(tab.sentSeq) && tab.sentSeq >= 0 && tab.sentSeq <= end
  const missed = isKnown ? await ctx.events.after(ctx.db, channel.id, tab.sentSeq, maxMissed + 1) : []
  const { buffered = [] } = tab
  tab.buffered = undefined
  if (!isKnown || missed.length > maxMissed) {
    tab.sentSeq = end
    send(tab, `id: ${end}\nevent: reload\ndata: {}\n\n`)
  } else for (const event of missed) sendEvent(tab, event)
  for (const event of buffered) sendEvent(tab, event)
}
