import type { Database } from '../../kernel/storage/database.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { streamSteps } from './contract/steps.ts'
import type { Games } from './games.ts'
import type { Stream } from './stream.ts'
import type { StreamStates } from './stream-states.ts'

/** What these steps use. */
export interface StreamStepServices {
  readonly db: Database
  readonly games: Games
  readonly stream: Stream
  readonly streamStates: StreamStates
}

export const streamStepHandlers: StepHandlersFor<typeof streamSteps, StreamStepServices> = {
  title: limitingItsTime(({ title, platform }, { run, actOn }, { db, stream, streamStates }) =>
    actOn(platform, async (on) => {
      const changes = await stream.change(run.caller.channel, { platform: on, title })
      await db.write((tx) => stream.note(tx, run.caller, changes))
      streamStates.forget(run.caller.channel.id)
      return { title }
    }),
  ),

  game: limitingItsTime(async ({ game: name, platform }, { run, actOn }, { db, games, stream, streamStates }) => {
    const game = await games.getByName(name)
    return actOn(platform, async (on) => {
      const changes = await stream.change(run.caller.channel, { platform: on, game })
      await db.write((tx) => stream.note(tx, run.caller, changes))
      streamStates.forget(run.caller.channel.id)
      return { game: game.name }
    })
  }),
}
