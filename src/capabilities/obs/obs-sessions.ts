import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObsSettings, ObsTimings } from '../../platforms/obs/obs-socket.ts'
import { createProgramSessions, type ProgramSessionNeeds } from '../../platforms/programs/program-sessions.ts'
import { callHandlers, readCalls } from './call-handlers.ts'
import type { ObsSnapshot } from './contract/obs.ts'
import type { ObsAnswerOf, ObsCallName, ObsCalls, ObsInputOf } from './obs-calls.ts'
import type { NewObsEvent } from './obs-journal.ts'
import { createObsSession, type ObsSession } from './obs-session.ts'
import type { ObsUndos } from './obs-undos.ts'
import type { LinkKind } from './overlay-report.ts'

export interface ObsSessionNeeds extends ProgramSessionNeeds {
  readonly timings: Partial<ObsTimings>
  /** Every channel whose OBS is set up. */
  readonly listSettings: () => Promise<ReadonlyMap<number, ObsSettings>>
  readonly kindOfLink: (channelId: number, url: string) => Promise<LinkKind>
}

/** The connections to the WebSocket servers of OBS, and the calls over them. */
export function createObsSessions(
  needs: ObsSessionNeeds & {
    readonly record: (channelId: number, event: NewObsEvent) => Promise<void>
    readonly planUndo: ObsUndos['plan']
    readonly onConnected: () => void
  },
) {
  const { timings, kindOfLink, record } = needs
  const sessions = createProgramSessions<ObsSettings, ObsSession, ObsSnapshot, ObsCalls>({
    ...needs,
    service: 'obs',
    notConnected: 'obs_not_connected',
    open: (channelId, settings, onChange) =>
      createObsSession({
        ...needs,
        channelId,
        settings,
        timings,
        kindOfLink: (url) => kindOfLink(channelId, url),
        record: (event) => record(channelId, event),
        onChange,
      }),
    run,
  })

  function getConnected(channelId: number): ObsSession {
    const session = sessions.findConnected(channelId)
    if (session === undefined) throw new Failure('obs_not_connected')
    return session
  }

  /** On this node, which has the connection. */
  async function run<N extends ObsCallName>(channelId: number, name: N, input: ObsInputOf<N>): Promise<ObsAnswerOf<N>> {
    const session = getConnected(channelId)
    const handle = callHandlers[name]
    const planUndo: Parameters<typeof handle>[2] = (...args) => needs.planUndo(channelId, ...args)
    if (readCalls.has(name)) return handle(input, session, planUndo)
    return session.inOrder(async () => {
      // OBS may have gone while the call waited.
      getConnected(channelId)
      const answer = await handle(input, session, planUndo)
      await session.recorded()
      return answer
    })
  }

  return { ...sessions, getConnected }
}
