import { clipPlatforms } from '../clips/clips.ts'
import type { StepHandlersOf } from './step-handler.ts'

export const streamStepHandlers: StepHandlersOf<'stream'> = {
  async clip({ title, seconds, announce }, { run }, { db, clips }) {
    const wanted = clipPlatforms.filter((one) => run.repliesTo.includes(one))
    const platforms = wanted.length === 0 ? clipPlatforms : wanted
    const { clips: taken, replayPath } = await clips.take(run.caller, {
      platforms,
      title,
      seconds,
      announce: announce === 'yes',
    })
    await db.write((tx) => clips.note(tx, run.caller, taken))
    const outcomes = Object.fromEntries(taken.map(({ platform, status }) => [platform, status]))
    return { clips: outcomes, ...(replayPath !== undefined && { replay_path: replayPath }) }
  },

  async title({ title, platform }, { run }, { db, stream, streamStates }) {
    const changes = await stream.change(run.caller.channel, { platform, title })
    await db.write((tx) => stream.note(tx, run.caller, changes))
    streamStates.forget(run.caller.channel.id)
    return { title }
  },

  async game({ game: name, platform }, { run }, { db, games, stream, streamStates }) {
    const game = await games.getByName(name)
    const changes = await stream.change(run.caller.channel, { platform, game })
    await db.write((tx) => stream.note(tx, run.caller, changes))
    streamStates.forget(run.caller.channel.id)
    return { game: game.name }
  },
}
