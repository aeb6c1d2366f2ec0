import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createProgramSessions, type ProgramSessionNeeds } from '../../platforms/programs/program-sessions.ts'
import type { Credentials } from '../../platforms/services/credentials.ts'
import type { VtsHotkey } from '../../platforms/vts/requests.external.ts'
import type { VtsSettings } from '../../platforms/vts/settings.ts'
import type { VtsTimings } from '../../platforms/vts/vts-socket.ts'
import type { Events } from '../events/events.ts'
import type { VtsSnapshot } from './contract/vts.ts'
import type { NewVtsEvent } from './vts-journal.ts'
import { createVtsSession, type VtsSession } from './vts-session.ts'
import { createVtsTokens } from './vts-tokens.ts'

/** Calls of other nodes. */
interface VtsCalls {
  readonly list: {
    readonly input: Readonly<Record<never, never>>
    readonly answer: { readonly hotkeys: readonly VtsHotkey[] }
  }
  readonly trigger: {
    readonly input: { readonly hotkey: string; readonly requestId: string }
    readonly answer: { readonly hotkey: string }
  }
}

const handlers: {
  readonly [N in keyof VtsCalls]: (session: VtsSession, input: VtsCalls[N]['input']) => Promise<VtsCalls[N]['answer']>
} = {
  list: async (session) => ({ hotkeys: await session.readHotkeys() }),
  trigger: async (session, { hotkey, requestId }) => ({ hotkey: await session.trigger(hotkey, requestId) }),
}

export interface VtsNeeds extends ProgramSessionNeeds {
  readonly db: Database
  readonly events: Events
  readonly credentials: Pick<Credentials, 'find' | 'save'>
  readonly timings: Partial<VtsTimings>
  /** Every channel whose VTube Studio is set up. */
  readonly listSettings: () => Promise<ReadonlyMap<number, VtsSettings>>
}

interface VtsCaller {
  readonly channel: { readonly id: number }
  readonly requestId: string
}

export type Vts = ReturnType<typeof createVts>

/** The VTube Studio of each channel. One node has the connections; hotkeys can be triggered on every node. */
export function createVts(needs: VtsNeeds) {
  const { db, bus, events } = needs
  const tokens = createVtsTokens(needs)

  async function record(channelId: number, event: NewVtsEvent, requestId: string): Promise<void> {
    const cause = { channel: { id: channelId }, actor: 'vts', requestId }
    await db.write((tx) => events.appendNew(tx, cause, event))
  }

  const sessions = createProgramSessions<VtsSettings, VtsSession, VtsSnapshot, VtsCalls>({
    ...needs,
    service: 'vts',
    notConnected: 'vts_not_connected',
    open: (channelId, settings, onChange) =>
      createVtsSession({
        ...needs,
        channelId,
        settings,
        token: tokens.of(channelId, settings),
        record: (event, requestId) => record(channelId, event, requestId),
        onChange,
      }),
    run,
  })

  /** On this node, which has the connection. */
  async function run<N extends keyof VtsCalls>(
    channelId: number,
    name: N,
    input: VtsCalls[N]['input'],
  ): Promise<VtsCalls[N]['answer']> {
    const session = sessions.findConnected(channelId)
    if (session === undefined) throw new Failure('vts_not_connected')
    return handlers[name](session, input)
  }

  async function call<N extends keyof VtsCalls>(
    channelId: number,
    name: N,
    input: VtsCalls[N]['input'],
  ): Promise<VtsCalls[N]['answer']> {
    const answer = await sessions.call(channelId, name, input)
    if (answer === undefined) throw new Failure('vts_not_connected')
    return answer
  }

  // A dialog that was refused is opened again when a person asks for it, on the node that has the session.
  const unsubscribe = bus.subscribe('vts-permission-wanted', ({ channelId }) => {
    if (sessions.find(channelId)?.hasGivenUp === true) void sessions.refresh()
  })

  return {
    /** The state of the connection; undefined if VTube Studio is not set up. */
    connectionOf: sessions.connectionOf,

    /** The hotkeys, on every node; undefined while VTube Studio is not connected. */
    snapshotOf: sessions.snapshotOf,

    /** The hotkeys of the model that is loaded. */
    list: async ({ channel }: Pick<VtsCaller, 'channel'>): Promise<readonly VtsHotkey[]> =>
      (await call(channel.id, 'list', {})).hotkeys,

    /** By its id or its name. Returns its id. */
    trigger: async ({ channel, requestId }: VtsCaller, hotkey: string): Promise<string> =>
      (await call(channel.id, 'trigger', { hotkey, requestId })).hotkey,

    /** After a refusal: opens the dialog in VTube Studio again. */
    askAgain(channelId: number): void {
      bus.publish('vts-permission-wanted', { channelId })
    },

    /** After the settings of a channel may have changed. */
    refresh: sessions.refresh,

    /** Connects, on the node that runs the jobs. */
    start: sessions.start,
    stop: sessions.stop,

    async close(): Promise<void> {
      unsubscribe()
      await sessions.close()
    },
  }
}
