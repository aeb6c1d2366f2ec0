import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bus } from '../../kernel/bus/bus.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import { countedAddress } from '../../kernel/limits/per-address.ts'
import type { Log } from '../../kernel/log.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { StorageProblem } from '../../kernel/storage/contract/storage-problems.ts'
import { mayReadLive } from '../../registry/live-events.ts'
import { catchUp } from './catch-up.ts'
import { type ChannelTabs, createChannelTabs } from './channel-tabs.ts'
import { followBus } from './follow-bus.ts'
import { sandboxStatusEveryMs } from './status-report.ts'
import { send, sendBacklog, sendData, type Tab } from './tab.ts'
import { areTabsFull } from './tab-limits.ts'

const quotaEveryMs = 1000
const heartbeatEveryMs = 20_000

export type PanelEvents = ReturnType<typeof createPanelEvents>

/** Server-sent events for each open tab of the panel: events, changes and remaining quotas, without polling. */
export function createPanelEvents({ ctx, bus, log }: { ctx: Context; bus: Bus; log: Log }) {
  const channels = new Map<number, ChannelTabs>()
  let timers: NodeJS.Timeout[] = []
  let stopFollowing: (() => void) | undefined
  let stopLive: (() => void) | undefined
  let storageProblem: StorageProblem | undefined

  function open(): void {
    stopFollowing = followBus(bus, channels)
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref()
    timers = [
      every(sandboxStatusEveryMs, () => {
        for (const room of channels.values()) room.status.updateIfDue()
      }),
      every(quotaEveryMs, () => {
        for (const room of channels.values()) void room.quotas.send()
        const problem = ctx.db.problem()
        if (problem === storageProblem) return
        storageProblem = problem
        for (const room of channels.values()) void room.status.update()
      }),
      every(heartbeatEveryMs, () => void sendHeartbeats()),
    ]
  }

  /** Chat messages are only put together while a tab wants them. */
  function followLive(): void {
    const isWanted = [...channels.values()].some(({ tabs }) => [...tabs].some(({ wantsLive }) => wantsLive))
    if (isWanted && stopLive === undefined) {
      stopLive = bus.subscribe('live-event', ({ channelId, event }) => {
        for (const tab of channels.get(channelId)?.tabs ?? []) {
          if (tab.wantsLive && mayReadLive(event, tab)) sendData(tab, 'live', { ...event })
        }
      })
    }
    if (isWanted || stopLive === undefined) return
    stopLive()
    stopLive = undefined
  }

  function close(): void {
    for (const timer of timers) clearInterval(timer)
    stopFollowing?.()
    timers = []
    stopFollowing = undefined
  }

  /** Keeps proxies from closing the connection, and ends tabs whose session is no longer valid. */
  async function sendHeartbeats(): Promise<void> {
    for (const room of channels.values()) {
      for (const tab of [...room.tabs]) {
        const session = await ctx.sessions.open(tab.cookie).catch(() => undefined)
        if (session?.channel.id !== room.channel.id) tab.res.end()
        else {
          tab.role = session.role
          send(tab, ': still here\n\n')
        }
      }
    }
  }

  async function connectTab(req: IncomingMessage, res: ServerResponse, { url, address }: RequestInfo): Promise<void> {
    const site = req.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new Failure('foreign_origin')
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    const { channel } = session
    const room = channels.get(channel.id) ?? createChannelTabs({ ctx, log, channel })
    const { id: sessionId, person, role } = session
    const counted = countedAddress(address)
    if (areTabsFull(channels, room, { sessionId, address: counted })) {
      throw new Failure('overloaded', { retryAfterSeconds: 10 })
    }
    if (channels.size === 0) open()
    channels.set(channel.id, room)

    const after = Number(req.headers['last-event-id'] ?? url.searchParams.get('after') ?? Number.NaN)
    const { cookie } = req.headers
    const tab: Tab = {
      res,
      sessionId,
      personId: person.id,
      address: counted,
      cookie,
      role,
      sentSeq: after,
      catalogue: await readerCatalogue(req, session),
      wantsLive: url.searchParams.get('live') === '1',
      buffered: [],
    }
    room.tabs.add(tab)
    followLive()
    res.once('close', () => {
      room.tabs.delete(tab)
      followLive()
      if (room.tabs.size > 0) return
      channels.delete(channel.id)
      if (channels.size === 0) close()
    })
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    })
    send(tab, 'retry: 2000\n\n')
    if (tab.wantsLive) sendBacklog(tab, ctx.chatBacklog.lines(channel.id))
    await catchUp(ctx, tab, channel)
    await room.status.sendTo(tab)
    room.connections.sendTo(tab)
  }

  return {
    route: { method: 'GET', path: '/panel/api/events', isStream: true, handle: connectTab } satisfies PageRoute,

    /** Tabs reconnect by themselves once the server is back. */
    close(): void {
      for (const room of [...channels.values()]) for (const tab of [...room.tabs]) tab.res.end()
    },
  }
}
