import type { Topics } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { sendReport, type Tab } from './tab.ts'

/** Between two reads of the connections, so that a service that flickers costs little. */
const pauseMs = 50

/** The state of the connections of a channel, which tabs get whenever it changes. */
export function createConnectionsReport(needs: {
  ctx: Pick<Context, 'connections'>
  log: Log
  channel: Channel
  tabs: ReadonlySet<Tab>
}) {
  const { ctx, log, channel, tabs } = needs
  /** As they were last sent; in English, to notice a change. */
  let last: { readonly content: object; readonly json: string } | undefined
  /** Whether a read is planned or under way. */
  let isReading = false
  let isStale = false
  /** The last announced status of each service, by node and service. */
  const announced = new Map<string, string>()

  /** Sends the state when it changed. Changes of one moment are read together. */
  function update(): void {
    isStale = true
    if (!isReading) void read()
  }

  async function read(): Promise<void> {
    isReading = true
    while (isStale && tabs.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      isStale = false
      try {
        const content = await ctx.connections.list(channel.id)
        const json = JSON.stringify(content)
        if (json === last?.json) continue
        last = { content, json }
        for (const tab of tabs) sendReport(tab, 'connections', content)
      } catch (error) {
        log.warn('the state of the connections could not be sent to the panel', { error })
      }
    }
    isReading = false
  }

  return {
    update,

    /** A busy chat announces every two seconds that it received something, which changes nothing here. */
    updateAfter({ from, service, status }: Topics['listener-status-announced']): void {
      const { state, message, until } = status?.state ?? {}
      const words = JSON.stringify([state, message, until])
      if (announced.get(`${from} ${service}`) === words) return
      announced.set(`${from} ${service}`, words)
      update()
    },

    /** For a tab that has just been opened: what is known, and then what has changed since. */
    sendTo(tab: Tab): void {
      if (last !== undefined) sendReport(tab, 'connections', last.content)
      update()
    },
  }
}
