import type { EventKind } from '../../src/registry/events.ts'
import type { LiveEvent } from '../../src/registry/live-events.ts'
import { whenUnreachable } from './api.ts'
import { online } from './online.ts'
import {
  type Connection,
  connections,
  dashboard,
  deliveryChanges,
  type LogEvent,
  leaveChannel,
  me,
  playerChanges,
  type Quota,
  quotas,
  recent,
  refreshActorNames,
  refreshDashboard,
  returns,
  showChanges,
} from './state.ts'

const keptRecent = 60
const listeners = new Set<(event: LogEvent) => void>()
let source: EventSource | undefined
whenUnreachable(lost)

/** For pages that keep more of the log than the dashboard. Returns a function that unsubscribes. */
export function onLog(listener: (event: LogEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tryAgainMs = 2000
let probe: ReturnType<typeof setTimeout> | undefined
let isAsking = false

/** The server did not answer. Asks until it does, and then continues where the page was. */
function lost(): void {
  online.value = false
  delete document.documentElement.dataset.stream
  // At its start the page asks by itself.
  if (me.value === undefined || probe !== undefined || isAsking) return
  probe = setTimeout(() => void reconnect(), tryAgainMs)
}

/** Also when another language was chosen, since the stream carries sentences in the language it was opened with. */
export async function reconnect(): Promise<void> {
  clearTimeout(probe)
  probe = undefined
  if (me.value === null) {
    // Without a session there is nothing to ask; what did not come is loaded again.
    online.value = true
    return
  }
  if (isAsking) return
  isAsking = true
  try {
    const after = await refreshDashboard()
    listen(after)
    isAsking = false
  } catch {
    isAsking = false
    // Whoever is no longer signed in is on the sign-in page by now.
    if (me.value) lost()
  }
}

const liveListeners = new Set<(event: LiveEvent) => void>()

/** For what is not stored, such as chat messages. Returns a function that unsubscribes. */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  liveListeners.add(listener)
  return () => liveListeners.delete(listener)
}

const backlogListeners = new Set<(lines: readonly LiveEvent[]) => void>()

/** For what came before the stream was opened, oldest first. It comes again with every reconnection. */
export function onBacklog(listener: (lines: readonly LiveEvent[]) => void): void {
  backlogListeners.add(listener)
}

/** The event stream of this tab. The browser reconnects on its own and sends the last event id. */
export function listen(after: number): void {
  source?.close()
  const stream = new EventSource(`/panel/api/events?after=${after}&live=1`)
  source = stream
  const on = (name: string, take: (data: never) => void) =>
    stream.addEventListener(name, (message) => take(JSON.parse(message.data) as never))
  stream.onopen = () => {
    clearTimeout(probe)
    probe = undefined
    // For tests, as the number of running calls: from here on the page receives what is not stored, such as chat messages.
    document.documentElement.dataset.stream = 'open'
    // What changed meanwhile is not sent again.
    if (!online.value) returns.value++
    online.value = true
    showChanges.value++
  }
  // The browser does not reconnect after a refusal. Most likely the session has ended or a proxy answers; a call finds out.
  stream.onerror = () => (stream.readyState === EventSource.CLOSED ? void reconnect() : lost())
  on('log', (event: LogEvent) => {
    recent.value = [event, ...recent.value].slice(0, keptRecent)
    for (const listener of listeners) listener(event)
    if (changesNeeds.has(event.kind)) void refreshDashboard().catch(() => {})
    if (changesNames.has(event.kind)) refreshActorNames()
  })
  on('dashboard', (state: NonNullable<typeof dashboard.value>) => {
    const overlayChanged = dashboard.value?.overlay !== state.overlay
    dashboard.value = state
    if (overlayChanged) void refreshDashboard().catch(() => {})
  })
  on('connections', (all: readonly Connection[]) => {
    connections.value = all
  })
  on('quota', ({ key_id, ...quota }: Quota & { key_id: string }) => {
    quotas.value = new Map(quotas.value).set(`${key_id} ${quota.operation}`, quota)
  })
  on('live', (event: LiveEvent) => {
    for (const listener of liveListeners) listener(event)
  })
  on('backlog', ({ lines }: { lines: readonly LiveEvent[] }) => {
    for (const listener of backlogListeners) listener(lines)
  })
  on('delivery', () => {
    deliveryChanges.value++
  })
  on('player', () => {
    playerChanges.value++
  })
  on('show', () => {
    showChanges.value++
  })
  on('removed', () => {
    stream.close()
    leaveChannel()
  })
  on('reload', () => void refreshDashboard().catch(() => {}))
}

/** What needs attention, and what is done of the checklist. */
const changesNeeds: ReadonlySet<string> = new Set<EventKind>([
  'command.created',
  'key.created',
  'key.rolled',
  'key.revoked',
  'platform.connected',
  'platform.disconnected',
])
const changesNames: ReadonlySet<string> = new Set<EventKind>([
  'key.created',
  'key.rolled',
  'person.invited',
  'person.role-changed',
  'person.removed',
])
