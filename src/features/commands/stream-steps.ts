import { Failure } from '../../contract/failures.ts'
import { platformTitles } from '../../contract/platforms.ts'
import { platformActions, platformMessages } from '../../platforms/messages.ts'
import { clipPlatforms } from '../clips/clips.ts'
import { limitingItsTime, type StepHandlersOf } from './step-handler.ts'

export const streamStepHandlers: StepHandlersOf<'stream'> = {
  async clip({ title, seconds, announce, platform }, { run, platformsOf }, { db, clips }) {
    const wanted = await platformsOf(platform)
    const platforms = clipPlatforms.filter((one) => wanted.includes(one))
    const [first] = wanted
    if (platforms.length === 0 && first !== undefined) {
      const text = { service: platformTitles[first], action: platformActions.makeClips }
      throw new Failure('invalid_parameter', { message: platformMessages.unsupported(text) })
    }
    const { clips: taken, replayPath } = await clips.take(run.caller, {
      platforms,
      title,
      seconds,
      announce: announce === 'yes',
    })
    await db.write((tx) => clips.note(tx, run.caller, taken))
    const outcomes = Object.fromEntries(taken.map(({ platform: on, status }) => [on, status]))
    return { clips: outcomes, ...(replayPath !== undefined && { replay_path: replayPath }) }
  },

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
