import type { Bus } from '../../kernel/bus/bus.ts'
import type { ObsReport } from '../../registry/overlay-messages.ts'
import { pageLevels } from './page-levels.ts'

interface KnownPage {
  /** The node that the page is connected to. */
  readonly node: string
  readonly report: ObsReport
}

/** The page of a channel that OBS is controlled through. */
export interface ChosenPage extends KnownPage {
  readonly page: string
}

/** The overlay pages inside OBS with their last reports. The nodes announce theirs, so every node knows all of them. */
export function createKnownPages(needs: {
  bus: Bus
  nodeId: string
  /** A page reported, came or went. `before` and `after` are the pages that were and are chosen. */
  onChange: (channelId: number, before: ChosenPage | undefined, after: ChosenPage | undefined) => void
}) {
  const { bus, nodeId, onChange } = needs
  const channels = new Map<number, Map<string, KnownPage>>()

  /** The page with the most permissions; of equals the one that was there first. */
  function chosen(channelId: number): ChosenPage | undefined {
    let best: ChosenPage | undefined
    for (const [page, known] of channels.get(channelId) ?? []) {
      const { level } = known.report
      if (level >= pageLevels.status && level > (best?.report.level ?? 0)) best = { ...known, page }
    }
    return best
  }

  function set(channelId: number, page: string, known: KnownPage | null): void {
    const pages = channels.get(channelId) ?? new Map<string, KnownPage>()
    const before = chosen(channelId)
    if (known === null) pages.delete(page)
    else pages.set(page, known)
    if (pages.size === 0) channels.delete(channelId)
    else channels.set(channelId, pages)
    onChange(channelId, before, chosen(channelId))
  }

  function isOf(node: string, channelId: number, page: string): boolean {
    return channels.get(channelId)?.get(page)?.node === node
  }

  function announce(channelId: number, page: string, report: ObsReport | null): void {
    bus.publish('obs-page-announced', { from: nodeId, channelId, page, report })
  }

  function announceAll(): void {
    for (const [channelId, pages] of channels) {
      for (const [page, { node, report }] of pages) if (node === nodeId) announce(channelId, page, report)
    }
  }

  function removeNode(gone: string): void {
    for (const [channelId, pages] of [...channels]) {
      for (const [page, { node }] of [...pages]) if (node === gone) set(channelId, page, null)
    }
  }

  const stops = [
    bus.subscribe('obs-page-announced', ({ from, channelId, page, report }) => {
      if (from === nodeId) return
      if (report !== null) set(channelId, page, { node: from, report })
      else if (isOf(from, channelId, page)) set(channelId, page, null)
    }),
    bus.subscribe('programs-requested', ({ from }) => from !== nodeId && announceAll()),
    bus.subscribe('node-left', (left) => removeNode(left.nodeId)),
  ]

  return {
    chosen,

    /** The last report of each page of the channel. */
    reports: (channelId: number): readonly ObsReport[] =>
      [...(channels.get(channelId)?.values() ?? [])].map(({ report }) => report),

    /** A page of this node reported, or is gone (null). */
    receive(channelId: number, page: string, report: ObsReport | null): void {
      if (report === null && !isOf(nodeId, channelId, page)) return
      set(channelId, page, report === null ? null : { node: nodeId, report })
      announce(channelId, page, report)
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}
