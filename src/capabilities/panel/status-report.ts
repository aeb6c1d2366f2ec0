import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { sendReport, type Tab } from './tab.ts'

/** Polling the sandbox costs nothing. Real platforms have rate limits, and most push their changes. */
export const sandboxStatusEveryMs = 4000
const platformStatusEveryMs = 60_000

/** The platform status of a channel. Platforms that push nothing are polled while a tab is open. */
export function createStatusReport(needs: {
  ctx: Pick<Context, 'clock' | 'dashboard'>
  log: Log
  channel: Channel
  tabs: ReadonlySet<Tab>
}) {
  const { ctx, log, channel, tabs } = needs
  /** As it was last sent; in English, to notice a change. */
  let last: { readonly content: object; readonly json: string } | undefined
  let isReading = false
  let isSandbox = true
  let readAt = 0

  /** Sends the status when it changed. */
  async function update(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      const content = await ctx.dashboard.read(channel)
      const json = JSON.stringify(content)
      readAt = ctx.clock.steady()
      isSandbox = content.platforms.every(({ connector }) => connector === 'sandbox')
      if (json !== last?.json) for (const tab of tabs) sendReport(tab, 'dashboard', content)
      last = { content, json }
    } catch (error) {
      log.warn('the platform status could not be sent to the panel', { error })
    } finally {
      isReading = false
    }
  }

  return {
    update,

    /** To be called every `sandboxStatusEveryMs`. */
    updateIfDue(): void {
      const everyMs = isSandbox ? sandboxStatusEveryMs : platformStatusEveryMs
      if (ctx.clock.steady() - readAt >= everyMs - sandboxStatusEveryMs) void update()
    },

    /** For a tab that has just been opened. */
    async sendTo(tab: Tab): Promise<void> {
      if (last === undefined) await update()
      else sendReport(tab, 'dashboard', last.content)
    },
  }
}
