import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeBounded } from '../../kernel/bounded-write.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import { countedAddress } from '../../kernel/limits/per-address.ts'
import type { Log } from '../../kernel/log.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type PanelRole, reaches } from '../../kernel/operation/contract/panel-roles.ts'
import type { StorageProblem } from '../../kernel/storage/contract/storage-problems.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { eventRegistry } from '../../registry/event-registry.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import { mayReadLive } from '../../registry/live-events.ts'
import { sentEvent } from '../events/event-rows.ts'

/** Polling the sandbox costs nothing. Real platforms have rate limits, and most push their changes. */
const sandboxStatusEveryMs = 4000
const platformStatusEveryMs = 60_000
const quotaEveryMs = 1000
/** Between two reads of the connections, so that a service that flickers costs little. */
const connectionsPauseMs = 50
const heartbeatEveryMs = 20_000
const maxTabsPerChannel = 100
/** One person, or one address, must not use up the tabs of everybody else. */
const maxTabsPerSession = 20
const maxTabsPerAddress = 200
/** A tab that missed more events than this reloads its data. */
const maxMissed = 500
/** A tab that does not read what it is sent is disconnected; it reconnects by itself. */
const maxBufferedBytes = 1024 * 1024

interface Tab {
  readonly res: ServerResponse
  readonly sessionId: string
  readonly personId: string
  readonly address: string
  readonly cookie: string | undefined
  /** Decides which events are sent; it may change while the tab is open. */
  role: PanelRole
  /** The sequence number of the last event that was sent. */
  sentSeq: number
  /** The language of its reader; a tab whose reader chooses another one connects again. */
  readonly catalogue: Catalogue
  /** Whether it also gets what is not stored, such as chat messages. */
  readonly wantsLive: boolean
  /** Buffers events while the tab still catches up. */
  buffered: LoggedEvent[] | undefined
}

/** What was read for all tabs. Each tab gets it in the language of its reader. */
interface Report {
  readonly content: object
  /** In English, to notice a change; empty until it is read. */
  readonly json: string
}
const nothingRead: Report = { content: {}, json: '' }

interface ChannelTabs {
  readonly channel: Channel
  readonly tabs: Set<Tab>
  status: Report
  isReadingStatus: boolean
  /** The connections as they were last sent, and the read that is planned or under way. */
  connections: Report
  connectionsRead: Promise<void> | undefined
  isConnectionsStale: boolean
  /** The last announced status of each service, by node and service. */
  readonly announced: Map<string, string>
  isSandbox: boolean
  statusReadAt: number
  /** Quotas that are partly used, as `keyId operation`. */
  readonly usedQuotas: Set<string>
}

export type PanelEvents = ReturnType<typeof createPanelEvents>

/** Server-sent events for each open tab of the panel: events, changes and remaining quotas, without polling. */
export function createPanelEvents({ ctx, bus, log }: { ctx: Context; bus: Bus; log: Log }) {
  const channels = new Map<number, ChannelTabs>()
  let timers: NodeJS.Timeout[] = []
  let unsubscribe: (() => void)[] = []
  let stopLive: (() => void) | undefined
  let storageProblem: StorageProblem | undefined

  function open(): void {
    unsubscribe = [
      bus.subscribe('event', ({ channelId, event }) => {
        const room = channels.get(channelId)
        if (room === undefined) return
        // Before the event is sent: a person who lost a role must not read what comes after.
        if (event.kind === 'person.role-changed') setRole(room, event.data)
        if (event.kind === 'person.removed') removeTabsOf(room, event.data.personId)
        for (const tab of room.tabs) sendEvent(tab, event)
        if (event.kind === 'stream.title-changed' || event.kind === 'stream.category-changed') void updateStatus(room)
      }),
      bus.subscribe('presence-changed', ({ channelId }) => {
        void updateStatus(channels.get(channelId))
        updateConnections(channels.get(channelId))
      }),
      bus.subscribe('listener-status-announced', ({ from, service, channelId, status }) => {
        const room = channels.get(channelId)
        const { state, message, until } = status?.state ?? {}
        const words = JSON.stringify([state, message, until])
        // A busy chat announces every two seconds that it received something.
        if (room === undefined || room.announced.get(`${from} ${service}`) === words) return
        room.announced.set(`${from} ${service}`, words)
        updateConnections(room)
      }),
      // What a node that is gone had announced is forgotten.
      bus.subscribe('node-left', () => {
        for (const room of channels.values()) updateConnections(room)
      }),
      bus.subscribe('connection-changed', ({ channelId }) => updateConnections(channels.get(channelId))),
      bus.subscribe('first-step-done', ({ channelId }) => broadcast(channels.get(channelId), 'reload', {})),
      bus.subscribe('player-changed', ({ channelId }) => broadcast(channels.get(channelId), 'player', {})),
      bus.subscribe('show-changed', ({ channelId, ownerId, showId }) => {
        broadcast(channels.get(ownerId), 'show', { id: showId, is_test: channelId !== ownerId })
      }),
      bus.subscribe('delivery-changed', ({ channelId, id }) => broadcast(channels.get(channelId), 'delivery', { id })),
      bus.subscribe('key-used', ({ ownerId, keyId, operation }) => {
        channels.get(ownerId)?.usedQuotas.add(`${keyId} ${operation}`)
      }),
      bus.subscribe('session-ended', ({ id }) => {
        for (const room of channels.values()) for (const tab of room.tabs) if (tab.sessionId === id) tab.res.end()
      }),
    ]
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref()
    timers = [
      every(sandboxStatusEveryMs, () => {
        for (const room of channels.values()) {
          const everyMs = room.isSandbox ? sandboxStatusEveryMs : platformStatusEveryMs
          if (ctx.clock.steady() - room.statusReadAt >= everyMs - sandboxStatusEveryMs) void updateStatus(room)
        }
      }),
      every(quotaEveryMs, () => {
        for (const room of channels.values()) void sendQuotas(room)
        const problem = ctx.db.problem()
        if (problem === storageProblem) return
        storageProblem = problem
        for (const room of channels.values()) void updateStatus(room)
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
          if (tab.wantsLive && mayReadLive(event, tab)) sendMessage(tab, 'live', { ...event })
        }
      })
    }
    if (isWanted || stopLive === undefined) return
    stopLive()
    stopLive = undefined
  }

  function close(): void {
    for (const timer of timers) clearInterval(timer)
    for (const stop of unsubscribe) stop()
    timers = []
    unsubscribe = []
  }

  /** Sends the platform status when it changed. Platforms that push nothing are polled while a tab is open. */
  async function updateStatus(room: ChannelTabs | undefined): Promise<void> {
    if (room === undefined || room.isReadingStatus) return
    room.isReadingStatus = true
    try {
      const state = await ctx.dashboard.read(room.channel)
      const status = { content: state, json: JSON.stringify(state) }
      room.statusReadAt = ctx.clock.steady()
      room.isSandbox = state.platforms.every(({ connector }) => connector === 'sandbox')
      if (status.json !== room.status.json) for (const tab of room.tabs) sendReport(tab, 'dashboard', status)
      room.status = status
    } catch (error) {
      log.warn('the platform status could not be sent to the panel', { error })
    } finally {
      room.isReadingStatus = false
    }
  }

  /** Sends the state of the connections when it changed. Changes of one moment are read together. */
  function updateConnections(room: ChannelTabs | undefined): void {
    if (room === undefined) return
    room.isConnectionsStale = true
    room.connectionsRead ??= readConnections(room).finally(() => {
      room.connectionsRead = undefined
    })
  }

  async function readConnections(room: ChannelTabs): Promise<void> {
    while (room.isConnectionsStale && room.tabs.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, connectionsPauseMs))
      room.isConnectionsStale = false
      try {
        const content = await ctx.connections.list(room.channel.id)
        const connections = { content, json: JSON.stringify(content) }
        if (connections.json === room.connections.json) continue
        room.connections = connections
        for (const tab of room.tabs) sendReport(tab, 'connections', connections)
      } catch (error) {
        log.warn('the state of the connections could not be sent to the panel', { error })
      }
    }
  }

  async function sendQuotas(room: ChannelTabs): Promise<void> {
    try {
      for (const pair of room.usedQuotas) {
        const [keyId = '', operation = ''] = pair.split(' ')
        const quota = await ctx.quotas.find(keyId, operation)
        if (quota === undefined || quota.remaining === quota.limit) room.usedQuotas.delete(pair)
        if (quota === undefined) continue
        // The roles that may list the keys.
        const readers = [...room.tabs].filter(({ role }) => reaches(role, 'editor'))
        for (const tab of readers) sendMessage(tab, 'quota', { key_id: keyId, ...quota })
      }
    } catch (error) {
      log.warn('the quotas of keys could not be sent to the panel', { error })
    }
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
    const room = channels.get(channel.id) ?? {
      channel,
      tabs: new Set<Tab>(),
      status: nothingRead,
      isReadingStatus: false,
      connections: nothingRead,
      connectionsRead: undefined,
      isConnectionsStale: false,
      announced: new Map<string, string>(),
      isSandbox: true,
      statusReadAt: 0,
      usedQuotas: new Set<string>(),
    }
    if (isFull(room, session.id, countedAddress(address))) throw new Failure('overloaded', { retryAfterSeconds: 10 })
    if (channels.size === 0) open()
    channels.set(channel.id, room)

    const after = Number(req.headers['last-event-id'] ?? url.searchParams.get('after') ?? Number.NaN)
    const { id: sessionId, person, role } = session
    const { cookie } = req.headers
    const tab: Tab = {
      res,
      sessionId,
      personId: person.id,
      address: countedAddress(address),
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
    await catchUp(tab, channel)
    if (room.status.json === '') await updateStatus(room)
    else sendReport(tab, 'dashboard', room.status)
    if (room.connections.json !== '') sendReport(tab, 'connections', room.connections)
    updateConnections(room)
  }

  function isFull(room: ChannelTabs, sessionId: string, address: string): boolean {
    if (room.tabs.size >= maxTabsPerChannel) return true
    const ofSession = [...room.tabs].filter((tab) => tab.sessionId === sessionId)
    if (ofSession.length >= maxTabsPerSession) return true
    let ofAddress = 0
    for (const { tabs } of channels.values()) for (const tab of tabs) if (tab.address === address) ofAddress++
    return ofAddress >= maxTabsPerAddress
  }

  async function catchUp(tab: Tab, channel: Channel): Promise<void> {
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

  return {
    route: { method: 'GET', path: '/panel/api/events', isStream: true, handle: connectTab } satisfies PageRoute,

    /** Tabs reconnect by themselves once the server is back. */
    close(): void {
      for (const room of [...channels.values()]) for (const tab of [...room.tabs]) tab.res.end()
    },
  }
}

/** A tab gets only what its role may read; of the rest it learns the sequence number, so that it resumes after it. */
function sendEvent(tab: Tab, event: LoggedEvent): void {
  if (tab.buffered !== undefined) tab.buffered.push(event)
  else if (event.seq > tab.sentSeq) {
    tab.sentSeq = event.seq
    const isReadable = eventRegistry.mayRead(event, tab)
    const message = isReadable ? `event: log\ndata: ${writtenFor(tab, sentEvent(event))}\n` : ''
    send(tab, `id: ${event.seq}\n${message}\n`)
  }
}

function setRole(room: ChannelTabs, { personId, role }: { readonly personId: string; readonly role: PanelRole }): void {
  for (const tab of room.tabs) if (tab.personId === personId) tab.role = role
}

/** The page explains why it ends; without a reason it would only show the sign-in page. */
function removeTabsOf(room: ChannelTabs, personId: string): void {
  for (const tab of room.tabs) {
    if (tab.personId !== personId) continue
    sendMessage(tab, 'removed', {})
    tab.res.end()
  }
}

function broadcast(room: ChannelTabs | undefined, name: string, data: Readonly<Record<string, unknown>>): void {
  for (const tab of room?.tabs ?? []) sendMessage(tab, name, data)
}

function sendMessage(tab: Tab, name: string, data: Readonly<Record<string, unknown>>): void {
  send(tab, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

function sendReport(tab: Tab, name: 'dashboard' | 'connections', { content }: Report): void {
  send(tab, `event: ${name}\ndata: ${writtenFor(tab, content)}\n\n`)
}

function writtenFor({ catalogue }: Tab, content: object): string {
  return inLanguage(catalogue, () => JSON.stringify(content))
}

function send({ res }: Tab, text: string): void {
  writeBounded(res, text, maxBufferedBytes)
}
