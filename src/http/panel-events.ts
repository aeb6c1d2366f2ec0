import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bus } from '../bus/bus.ts'
import type { Context } from '../context.ts'
import { eventRegistry } from '../contract/event-registry.ts'
import type { LoggedEvent } from '../contract/events.ts'
import { Failure } from '../contract/failures.ts'
import type { PanelRole } from '../contract/panel-roles.ts'
import type { Channel } from '../features/channels/channels.ts'
import { sentEvent } from '../features/events/event-rows.ts'
import type { Log } from '../log.ts'
import type { PageRoute, Visit } from './server.ts'

/** The sandbox can be read often; real platforms limit their requests, and most report changes themselves. */
const statusEveryMs = 4000
const realStatusEveryMs = 60_000
const quotaEveryMs = 1000
const beatEveryMs = 20_000
const maxTabsPerChannel = 100
/** A tab that was away longer than this many events is told to read anew. */
const maxMissed = 500
/** A tab that does not take what it is sent is let go; it comes back by itself. */
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
  /** What happens while the tab still catches up waits here. */
  waiting: LoggedEvent[] | undefined
}

interface Room {
  readonly channel: Channel
  readonly tabs: Set<Tab>
  dashboard: string
  looking: boolean
  isSandbox: boolean
  lookedAt: number
  /** Keys whose quota is not full, as `keyId operation`. */
  readonly warm: Set<string>
}

export type PanelEvents = ReturnType<typeof createPanelEvents>

/** One stream of events for each open tab: what happened, what changed, what is left. The panel never asks twice. */
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
        for (const tab of room.tabs) tell(tab, event)
        if (event.kind === 'stream.title-changed' || event.kind === 'stream.category-changed') void lookAgain(room)
      }),
      bus.subscribe('presence-changed', ({ channelId }) => void lookAgain(rooms.get(channelId))),
      bus.subscribe('player-changed', ({ channelId }) => say(rooms.get(channelId), 'player', {})),
      bus.subscribe('firing-changed', ({ channelId, id }) => say(rooms.get(channelId), 'firing', { id })),
      bus.subscribe('key-used', ({ ownerId, keyId, operation }) => {
        rooms.get(ownerId)?.warm.add(`${keyId} ${operation}`)
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
          if (ctx.clock.steady() - room.lookedAt >= everyMs - statusEveryMs) void lookAgain(room)
        }
      }),
      every(quotaEveryMs, () => {
        for (const room of rooms.values()) tellQuotas(room)
      }),
      every(beatEveryMs, () => void beat()),
    ]
  }

  function close(): void {
    for (const timer of timers) clearInterval(timer)
    for (const stop of unsubscribe) stop()
    timers = []
    unsubscribe = []
  }

  /** Told only when it changed. Platforms that push nothing are looked at while somebody watches. */
  async function lookAgain(room: Room | undefined): Promise<void> {
    if (room === undefined || room.looking) return
    room.looking = true
    try {
      const state = await ctx.dashboard.read(room.channel)
      const dashboard = JSON.stringify(state)
      room.lookedAt = ctx.clock.steady()
      room.isSandbox = state.platforms.every(({ connector }) => connector === 'sandbox')
      if (dashboard !== room.dashboard)
        for (const tab of room.tabs) send(tab, `event: dashboard\ndata: ${dashboard}\n\n`)
      room.dashboard = dashboard
    } catch (error) {
      log.warn('the panel was not told how things stand', { error })
    } finally {
      room.looking = false
    }
  }

  async function tellQuotas(room: Room): Promise<void> {
    for (const pair of room.warm) {
      const [keyId = '', operation = ''] = pair.split(' ')
      const quota = await ctx.quotas.find(keyId, operation)
      if (quota === undefined || quota.remaining === quota.limit) room.warm.delete(pair)
      if (quota !== undefined) say(room, 'quota', { key_id: keyId, ...quota })
    }
  }

  /** Keeps proxies from closing the line, and notices people who were sent away meanwhile. */
  async function beat(): Promise<void> {
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

  async function welcome(req: IncomingMessage, res: ServerResponse, { url }: Visit): Promise<void> {
    const site = req.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new Failure('foreign_origin')
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    const { channel } = session
    const room = rooms.get(channel.id) ?? {
      channel,
      tabs: new Set<Tab>(),
      dashboard: '',
      looking: false,
      isSandbox: true,
      lookedAt: 0,
      warm: new Set<string>(),
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
    if (room.dashboard === '') await lookAgain(room)
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
      send(tab, `id: ${end}\nevent: anew\ndata: {}\n\n`)
    } else for (const event of missed) tell(tab, event)
    for (const event of waiting) tell(tab, event)
  }

  return {
    route: { method: 'GET', path: '/panel/api/events', handle: welcome } satisfies PageRoute,

    /** Tabs come back by themselves once the server does. */
    close(): void {
      for (const room of [...rooms.values()]) for (const tab of [...room.tabs]) tab.res.end()
    },
  }
}

/** A tab gets only what its role may read; of the rest it learns the place, so that it resumes behind it. */
function tell(tab: Tab, event: LoggedEvent): void {
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

function say(room: Room | undefined, name: string, data: Readonly<Record<string, unknown>>): void {
  for (const tab of room?.tabs ?? []) send(tab, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

function send({ res }: Tab, text: string): void {
  if (res.writableEnded) return
  if (res.writableLength > maxWaitingBytes) res.destroy()
  else res.write(text)
}
