import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bus } from '../bus/bus.ts'
import type { Context } from '../context.ts'
import { eventRegistry } from '../contract/event-registry.ts'
import type { LoggedEvent } from '../contract/events.ts'
import { Failure } from '../contract/failures.ts'
import { type PanelRole, reaches } from '../contract/panel-roles.ts'
import type { Channel } from '../features/channels/channels.ts'
import { sentEvent } from '../features/events/event-rows.ts'
import type { Log } from '../log.ts'
import type { PageRoute, Visit } from './server.ts'

/** The sandbox can be read often; real platforms limit their requests, and most report changes themselves. */
const statusEveryMs = 4000
const realStatusEveryMs = 60_000
const quotaEveryMs = 1000
const checkEveryMs = 20_000
const maxTabsPerChannel = 100
/** A tab that missed more events than this has to reload them. */
const maxMissed = 500
/** The connection of a tab that does not read is closed; the browser opens a new one. */
const maxWaitingBytes = 1024 * 1024

interface Tab {
  readonly res: ServerResponse
  readonly sessionId: string
  readonly personId: string
  readonly cookie: string | undefined
  /** Decides which events are sent; it may change while the tab is open. */
  role: PanelRole
  /** Everything up to here was sent. */
  sentSeq: number
  /** Events that arrive while the tab still catches up. */
  waiting: LoggedEvent[] | undefined
}

interface Room {
  readonly channel: Channel
  readonly tabs: Set<Tab>
  dashboard: string
  isRefreshing: boolean
  isSandbox: boolean
  refreshedAt: number
  /** Keys whose quota is not full, as `keyId operation`. */
  readonly usedQuotas: Set<string>
}

export type PanelEvents = ReturnType<typeof createPanelEvents>

/** One stream of server-sent events for each open tab: the event log, the dashboard and the quotas of keys. */
export function createPanelEvents({ ctx, bus, log }: { ctx: Context; bus: Bus; log: Log }) {
  const rooms = new Map<number, Room>()
  let timers: NodeJS.Timeout[] = []
  let unsubscribe: (() => void)[] = []

  function open(): void {
    unsubscribe = [
      bus.subscribe('event', ({ channelId, event }) => {
        const room = rooms.get(channelId)
        if (room === undefined) return
        // Before it is sent: who has lost a role must not read what comes after.
        if (event.kind === 'person.role-changed') setRole(room, event.data)
        if (event.kind === 'person.removed') endTabsOf(room, event.data.personId)
        for (const tab of room.tabs) sendEvent(tab, event)
        if (event.kind === 'stream.title-changed' || event.kind === 'stream.category-changed')
          void refreshDashboard(room)
      }),
      bus.subscribe('presence-changed', ({ channelId }) => void refreshDashboard(rooms.get(channelId))),
      bus.subscribe('player-changed', ({ channelId }) => broadcast(rooms.get(channelId), 'player', {})),
      bus.subscribe('firing-changed', ({ channelId, id }) => broadcast(rooms.get(channelId), 'firing', { id })),
      bus.subscribe('key-used', ({ ownerId, keyId, operation }) => {
        rooms.get(ownerId)?.usedQuotas.add(`${keyId} ${operation}`)
      }),
      bus.subscribe('session-ended', ({ id }) => {
        for (const room of rooms.values()) for (const tab of room.tabs) if (tab.sessionId === id) tab.res.end()
      }),
    ]
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref()
    timers = [
      every(statusEveryMs, () => {
        for (const room of rooms.values()) {
          const everyMs = room.isSandbox ? statusEveryMs : realStatusEveryMs
          if (ctx.clock.steady() - room.refreshedAt >= everyMs - statusEveryMs) void refreshDashboard(room)
        }
      }),
      every(quotaEveryMs, () => {
        for (const room of rooms.values()) sendQuotas(room)
      }),
      every(checkEveryMs, () => void checkSessions()),
    ]
  }

  function close(): void {
    for (const timer of timers) clearInterval(timer)
    for (const stop of unsubscribe) stop()
    timers = []
    unsubscribe = []
  }

  /** Sent only when it changed. Platforms that report nothing themselves are read while a tab is open. */
  async function refreshDashboard(room: Room | undefined): Promise<void> {
    if (room === undefined || room.isRefreshing) return
    room.isRefreshing = true
    try {
      const state = await ctx.dashboard.read(room.channel)
      const dashboard = JSON.stringify(state)
      room.refreshedAt = ctx.clock.steady()
      room.isSandbox = state.platforms.every(({ connector }) => connector === 'sandbox')
      if (dashboard !== room.dashboard)
        for (const tab of room.tabs) send(tab, `event: dashboard\ndata: ${dashboard}\n\n`)
      room.dashboard = dashboard
    } catch (error) {
      log.warn('the dashboard could not be refreshed', { error })
    } finally {
      room.isRefreshing = false
    }
  }

  async function sendQuotas(room: Room): Promise<void> {
    for (const pair of room.usedQuotas) {
      const [keyId = '', operation = ''] = pair.split(' ')
      const quota = await ctx.quotas.find(keyId, operation)
      if (quota === undefined || quota.remaining === quota.limit) room.usedQuotas.delete(pair)
      if (quota === undefined) continue
      for (const tab of room.tabs) {
        // As who may list the keys.
        if (reaches(tab.role, 'editor')) sendMessage(tab, 'quota', { key_id: keyId, ...quota })
      }
    }
  }

  /** Keeps proxies from closing the connection, and ends the streams of sessions that are over. */
  async function checkSessions(): Promise<void> {
    for (const room of rooms.values()) {
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

  async function openStream(req: IncomingMessage, res: ServerResponse, { url }: Visit): Promise<void> {
    const site = req.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new Failure('foreign_origin')
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    const { channel } = session
    const room = rooms.get(channel.id) ?? {
      channel,
      tabs: new Set<Tab>(),
      dashboard: '',
      isRefreshing: false,
      isSandbox: true,
      refreshedAt: 0,
      usedQuotas: new Set<string>(),
    }
    if (room.tabs.size >= maxTabsPerChannel) throw new Failure('overloaded', { retryAfterSeconds: 10 })
    if (rooms.size === 0) open()
    rooms.set(channel.id, room)

    const after = Number(req.headers['last-event-id'] ?? url.searchParams.get('after') ?? Number.NaN)
    const { id: sessionId, person, role } = session
    const { cookie } = req.headers
    const tab: Tab = { res, sessionId, personId: person.id, cookie, role, sentSeq: after, waiting: [] }
    room.tabs.add(tab)
    res.once('close', () => {
      room.tabs.delete(tab)
      if (room.tabs.size > 0) return
      rooms.delete(channel.id)
      if (rooms.size === 0) close()
    })
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    })
    send(tab, 'retry: 2000\n\n')
    await catchUp(tab, channel)
    if (room.dashboard === '') await refreshDashboard(room)
    else send(tab, `event: dashboard\ndata: ${room.dashboard}\n\n`)
  }

  async function catchUp(tab: Tab, channel: Channel): Promise<void> {
    const end = await ctx.overlays.lastSeq(channel.id)
    const isKnown = Number.isSafeInteger(tab.sentSeq) && tab.sentSeq >= 0 && tab.sentSeq <= end
    const missed = isKnown ? await ctx.events.after(ctx.db, channel.id, tab.sentSeq, maxMissed + 1) : []
    const { waiting = [] } = tab
    tab.waiting = undefined
    if (!isKnown || missed.length > maxMissed) {
      tab.sentSeq = end
      send(tab, `id: ${end}\nevent: reload\ndata: {}\n\n`)
    } else for (const event of missed) sendEvent(tab, event)
    for (const event of waiting) sendEvent(tab, event)
  }

  return {
    route: { method: 'GET', path: '/panel/api/events', handle: openStream } satisfies PageRoute,

    /** Tabs connect again by themselves once the server is back. */
    close(): void {
      for (const room of [...rooms.values()]) for (const tab of [...room.tabs]) tab.res.end()
    },
  }
}

/** A tab gets only what its role may read; of the rest it learns the place, so that it resumes behind it. */
function sendEvent(tab: Tab, event: LoggedEvent): void {
  if (tab.waiting !== undefined) tab.waiting.push(event)
  else if (event.seq > tab.sentSeq) {
    tab.sentSeq = event.seq
    const isReadable = eventRegistry.mayRead(event, tab)
    const message = isReadable ? `event: log\ndata: ${JSON.stringify(sentEvent(event))}\n` : ''
    send(tab, `id: ${event.seq}\n${message}\n`)
  }
}

function setRole(room: Room, { personId, role }: { readonly personId: string; readonly role: PanelRole }): void {
  for (const tab of room.tabs) if (tab.personId === personId) tab.role = role
}

function endTabsOf(room: Room, personId: string): void {
  for (const tab of room.tabs) if (tab.personId === personId) tab.res.end()
}

function broadcast(room: Room | undefined, name: string, data: Readonly<Record<string, unknown>>): void {
  for (const tab of room?.tabs ?? []) sendMessage(tab, name, data)
}

function sendMessage(tab: Tab, name: string, data: Readonly<Record<string, unknown>>): void {
  send(tab, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

function send({ res }: Tab, text: string): void {
  if (res.writableEnded) return
  if (res.writableLength > maxWaitingBytes) res.destroy()
  else res.write(text)
}
