import { Failure } from '../../kernel/operation/contract/failures.ts'
import { obsErrors } from './messages.ts'
import { type AnyObsCall, notConnected, type ObsAnswerOf, type ObsCallName, type ObsInputOf } from './obs-calls.ts'
import type { ObsPages } from './obs-pages.ts'
import type { ObsUndos } from './obs-undos.ts'

/** Makes calls through the overlay page inside OBS, which can do a few things only. */
export function createPageCalls({ pages, planUndo }: { pages: ObsPages; planUndo: ObsUndos['plan'] }) {
  async function run(channelId: number, call: AnyObsCall): Promise<ObsAnswerOf<ObsCallName>> {
    switch (call.name) {
      case 'status':
        return pages.status(channelId) ?? notConnected
      case 'scene': {
        const { scene, seconds } = call.input
        const restore = pages.currentScene(channelId)
        const done = await pages.switchScene(channelId, scene)
        if (restore !== null) await planUndo(channelId, { type: 'scene', expected: done.scene, restore }, seconds)
        return done
      }
      case 'output':
        return pages.output(channelId, call.input.output, call.input.action)
      case 'replay':
        return pages.replay(channelId)
      default:
        throw new Failure('obs_refused', { message: obsErrors.pageOnly.of() })
    }
  }

  return async <N extends ObsCallName>(channelId: number, name: N, input: ObsInputOf<N>): Promise<ObsAnswerOf<N>> => {
    const answer = await run(channelId, { name, input } as AnyObsCall)
    return answer as ObsAnswerOf<N>
  }
}
