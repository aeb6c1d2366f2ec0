import type { ConnectionStatus } from '../definitions/connection-state.ts'
import type { ListeningState, ReportedStream, SentListeningState } from '../definitions/listening.ts'
import type { Clock } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { Text } from '../kernel/text/message.ts'
import { storeText } from '../kernel/text/store-text.ts'
import { readText } from '../kernel/text/stored-text.ts'

/** The shortest interval between two announcements that an event was received. State changes are announced at once. */
const announceEveryMs = 2_000

interface KnownStatus {
  readonly state: ListeningState
  readonly stream: ReportedStream | null
}

export type ListenerStatus = ReturnType<typeof createListenerStatus>

/**
 * The status of each channel's connection to one service, a platform or a donation service. In a cluster one node listens
 * and announces the status to the others. The panel follows the announcements too.
 */
export function createListenerStatus(needs: { clock: Clock; bus: Bus; service: string; nodeId: string | undefined }) {
  const { clock, bus, service, nodeId } = needs
  const own = new Map<number, KnownStatus>()
  const elsewhere = new Map<number, KnownStatus & { readonly from: string }>()
  const announcedAt = new Map<number, number>()

  function announce(channelId: number): void {
    announcedAt.set(channelId, clock.steady())
    const status = own.get(channelId)
    const announced =
      status === undefined ? null : { ...status, state: { ...status.state, ...sentTexts(status.state) } }
    bus.publish('listener-status-announced', { from: nodeId ?? '', service, channelId, status: announced })
  }

  function announceAll(): void {
    for (const channelId of own.keys()) announce(channelId)
  }

  /** Rate-limited, so that a busy chat does not flood the bus. */
  function announceSoon(channelId: number): void {
    if (clock.steady() - (announcedAt.get(channelId) ?? Number.NEGATIVE_INFINITY) >= announceEveryMs)
      announce(channelId)
  }

  /** A check or a webhook delivery may reach another node than the one that listens. */
  function change(channelId: number, changes: Partial<ListeningState>): void {
    const mine = own.get(channelId)
    const theirs = elsewhere.get(channelId)
    const isNews = changes.state !== undefined || changes.note !== undefined
    if (mine !== undefined) {
      own.set(channelId, { ...mine, state: { ...mine.state, ...changes } })
      if (isNews) announce(channelId)
      else announceSoon(channelId)
    } else if (theirs !== undefined) {
      elsewhere.set(channelId, { ...theirs, state: { ...theirs.state, ...changes } })
      bus.publish('listener-status-updated', { to: theirs.from, service, channelId, changes: sentChanges(changes) })
    }
  }

  const of = (channelId: number): ListeningState | undefined => (own.get(channelId) ?? elsewhere.get(channelId))?.state

  if (nodeId !== undefined) {
    bus.subscribe('listener-status-announced', ({ from, service: about, channelId, status }) => {
      if (from === nodeId || about !== service) return
      if (status !== null)
        elsewhere.set(channelId, { ...status, state: { ...status.state, ...readTexts(status.state) }, from })
      else if (elsewhere.get(channelId)?.from === from) elsewhere.delete(channelId)
    })
    bus.subscribe('listener-status-updated', ({ to, service: about, channelId, changes }) => {
      if (to === nodeId && about === service && own.has(channelId)) change(channelId, readChanges(changes))
    })
    bus.subscribe('listener-status-requested', ({ from }) => from !== nodeId && announceAll())
    bus.subscribe('node-left', (left) => {
      for (const [channelId, { from }] of elsewhere) if (from === left.nodeId) elsewhere.delete(channelId)
    })
    bus.subscribe('missed-messages', () => {
      elsewhere.clear()
      bus.publish('listener-status-requested', { from: nodeId })
      announceAll()
    })
    bus.publish('listener-status-requested', { from: nodeId })
  }

  return {
    of,

    begin(channelId: number, message: Text): void {
      const state = {
        state: 'connecting',
        message,
        until: null,
        missing: [],
        since: clock.now(),
        checkedAt: null,
        receivedAt: null,
        mirroredAt: null,
        note: null,
      } as const
      own.set(channelId, { state, stream: null })
      announce(channelId)
    },

    /** Stores the result of a check, or a step of the state machine. */
    update(
      channelId: number,
      state: ConnectionStatus['state'],
      message: Text,
      { until = null, missing = [] }: Partial<Pick<ConnectionStatus, 'until' | 'missing'>> = {},
    ): void {
      const now = clock.now()
      const before = of(channelId)
      const isSame = before?.state === state && String(before.message) === String(message)
      change(channelId, { state, message, until, missing, checkedAt: now, ...(!isSame && { since: now }) })
    },

    noteReceived: (channelId: number): void => change(channelId, { receivedAt: clock.now() }),

    noteMirrored: (channelId: number): void => change(channelId, { mirroredAt: clock.now() }),

    /** A restriction that is shown beside the state until it is removed with null. */
    setNote(channelId: number, note: Text | null): void {
      if (String(of(channelId)?.note ?? '') !== String(note ?? '')) change(channelId, { note })
    },

    /** Stores the stream state, for a platform that reports it and has no API to read it. */
    keepStream(channelId: number, stream: ReportedStream | undefined): void {
      const mine = own.get(channelId)
      if (mine === undefined) return
      own.set(channelId, { ...mine, stream: stream ?? null })
      announce(channelId)
    },

    streamOf: (channelId: number): ReportedStream | undefined =>
      (own.get(channelId) ?? elsewhere.get(channelId))?.stream ?? undefined,

    end(channelId: number): void {
      if (own.delete(channelId)) announce(channelId)
      announcedAt.delete(channelId)
    },
  }
}

/** Messages between nodes are plain JSON. */
function sentTexts({ message, note }: Pick<ListeningState, 'message' | 'note'>) {
  return { message: storeText(message), note: note === null ? null : storeText(note) }
}

function readTexts({ message, note }: Pick<SentListeningState, 'message' | 'note'>) {
  return { message: readText(message), note: note === null ? null : readText(note) }
}

function sentChanges({ message, note, ...rest }: Partial<ListeningState>): Partial<SentListeningState> {
  return {
    ...rest,
    ...(message !== undefined && { message: storeText(message) }),
    ...(note !== undefined && { note: note === null ? null : storeText(note) }),
  }
}

function readChanges({ message, note, ...rest }: Partial<SentListeningState>): Partial<ListeningState> {
  return {
    ...rest,
    ...(message !== undefined && { message: readText(message) }),
    ...(note !== undefined && { note: note === null ? null : readText(note) }),
  }
}
