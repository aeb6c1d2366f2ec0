import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { type CallsOf, createNodeCalls } from '../../kernel/bus/node-calls.ts'
import type { Log } from '../../kernel/log.ts'
import { isDeepStrictEqual } from '../../kernel/node.ts'
import type { FailureCode } from '../../kernel/operation/contract/failures.ts'
import { noText } from '../../kernel/text/message.ts'
import { createListenerStatus } from '../listener-status.ts'

/** The connection to the program of one channel. It reconnects by itself until it is closed. */
export interface ProgramSession<Snapshot extends object> {
  readonly status: ConnectionStatus
  /** What all nodes know about the program; undefined while it is not connected. */
  readonly snapshot: Snapshot | undefined
  /** The program refused for good, so that no further attempt is made. Saving the settings opens another session. */
  readonly hasGivenUp?: boolean
  close(): void | Promise<void>
}

export interface ProgramSessionNeeds {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly bus: Bus
  readonly nodeId: string | undefined
}

/**
 * One session for each channel with a program that comes and goes, such as OBS: opened while this node runs the jobs,
 * replaced when the settings of its channel change, and known to all nodes.
 */
export function createProgramSessions<
  Settings,
  Session extends ProgramSession<Snapshot>,
  Snapshot extends object,
  Calls extends CallsOf<Calls>,
>(
  needs: ProgramSessionNeeds & {
    readonly service: string
    /** Every channel whose program is set up. */
    readonly listSettings: () => Promise<ReadonlyMap<number, Settings>>
    /** `onChange` reports a change of the status or of the snapshot. */
    readonly open: (channelId: number, settings: Settings, onChange: () => void) => Session | Promise<Session>
    /** A program is connected that was not before. */
    readonly onConnected?: (channelId: number) => void
    /** Makes a call of another node. */
    readonly run: Parameters<typeof createNodeCalls<Snapshot, Calls>>[0]['run']
    readonly answerTimeoutMs?: number
    /** The failure of a call that is not answered. */
    readonly notConnected: FailureCode
  },
) {
  const { clock, log, bus, nodeId, service, listSettings, open, onConnected } = needs
  const sessions = new Map<number, { readonly session: Session; readonly settings: Settings }>()
  const connected = new Set<number>()
  const statuses = createListenerStatus({ clock, bus, service, nodeId })
  let isRunning = false
  let applied: Promise<void> = Promise.resolve()

  const nodes = createNodeCalls<Snapshot, Calls>({
    ...needs,
    own: () =>
      [...sessions].flatMap(([channelId, { session }]) =>
        session.snapshot === undefined ? [] : [[channelId, session.snapshot] as const],
      ),
  })

  const find = (channelId: number): Session | undefined => sessions.get(channelId)?.session

  function findConnected(channelId: number): Session | undefined {
    const session = find(channelId)
    return session?.snapshot === undefined ? undefined : session
  }

  /** Opens what was set up, closes what was removed, and replaces what has other settings now. */
  async function applySettings(): Promise<void> {
    const listed = isRunning ? await listSettings() : undefined
    // Stopped meanwhile: nothing is opened any more.
    const wanted: ReadonlyMap<number, Settings> = (isRunning ? listed : undefined) ?? new Map()
    const channelIds = new Set([...sessions.keys(), ...wanted.keys()])
    await Promise.all([...channelIds].map((channelId) => applyTo(channelId, wanted.get(channelId))))
  }

  /** Without settings the channel has no session. A failure leaves the sessions of other channels alone. */
  async function applyTo(channelId: number, settings: Settings | undefined): Promise<void> {
    const current = sessions.get(channelId)
    const isSame = current !== undefined && isDeepStrictEqual(current.settings, settings)
    if (isSame && current.session.hasGivenUp !== true) return
    try {
      await shut(channelId)
      if (settings !== undefined && isRunning) await begin(channelId, settings)
    } catch (error) {
      log.error('the settings of a program could not be applied', { service, channelId, error })
    }
  }

  async function begin(channelId: number, settings: Settings): Promise<void> {
    statuses.begin(channelId, noText)
    let session: Session | undefined
    const noteChange = () => {
      // The first report of a session comes before it is stored, and the last one may come after it was replaced.
      if (session !== undefined && find(channelId) === session) announce(channelId, session)
    }
    try {
      session = await open(channelId, settings, noteChange)
    } catch (error) {
      statuses.end(channelId)
      throw error
    }
    sessions.set(channelId, { session, settings })
    noteChange()
  }

  function announce(channelId: number, { status, snapshot }: Session): void {
    const { state, message, until, missing } = status
    statuses.update(channelId, state, message, { until, missing })
    nodes.announce(channelId, snapshot ?? null)
    const isNew = snapshot !== undefined && !connected.has(channelId)
    if (snapshot === undefined) connected.delete(channelId)
    else connected.add(channelId)
    if (isNew) onConnected?.(channelId)
    bus.publish('connection-changed', { channelId })
  }

  async function shut(channelId: number): Promise<void> {
    const session = find(channelId)
    if (session === undefined) return
    sessions.delete(channelId)
    connected.delete(channelId)
    const closed = session.close()
    statuses.end(channelId)
    nodes.announce(channelId, null)
    bus.publish('connection-changed', { channelId })
    await closed
  }

  /** One after the other, so that the newest settings are applied last. */
  function refresh(): Promise<void> {
    applied = applied.then(applySettings).catch((error: unknown) => {
      log.error('the settings of programs could not be applied', { service, error })
    })
    return applied
  }

  function stop(): Promise<void> {
    isRunning = false
    return refresh()
  }

  return {
    /** The state of the connection, on every node; undefined if the program is not set up. */
    connectionOf: (channelId: number): ConnectionStatus | undefined => statuses.of(channelId),

    /** What is known about the program, on every node; undefined while it is not connected. */
    snapshotOf: (channelId: number): Snapshot | undefined => find(channelId)?.snapshot ?? nodes.snapshotOf(channelId),

    /** The session of this node. */
    find,
    /** The session of this node, if its program is connected. */
    findConnected,

    /** Makes a call on the node whose session is connected; undefined if there is none. */
    call<N extends keyof Calls & string>(
      channelId: number,
      name: N,
      input: Calls[N]['input'],
    ): Promise<Calls[N]['answer'] | undefined> {
      return findConnected(channelId) === undefined
        ? nodes.call(channelId, name, input)
        : needs.run(channelId, name, input)
    },

    /** After the settings of a channel may have changed. */
    refresh,

    /** Opens the sessions, on the node that runs the jobs. */
    start(): Promise<void> {
      isRunning = true
      return refresh()
    },

    stop,

    async close(): Promise<void> {
      await stop()
      nodes.close()
    },
  }
}
