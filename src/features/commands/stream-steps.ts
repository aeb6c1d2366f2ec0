import { integer, object, oneOf, text, withDefault } from '../../contract/schema.ts'
import { clipPlatforms } from '../clips/clips.ts'
import { platform, step } from './step-type.ts'

/** What changes the stream itself. */
export const streamSteps = {
  clip: step({
    means: 'Takes a clip on every platform that can, and tells each chat its link.',
    example: { type: 'clip', title: 'Clip by $(displayname)', seconds: 30 },
    fields: object({
      title: withDefault(text({ max: 140, cleaning: 'line' }), 'Clip - Showcaller'),
      seconds: withDefault(integer({ min: 5, max: 180 }), 30),
      announce: withDefault(oneOf(['yes', 'no']), 'yes'),
    }),
    async run({ title, seconds, announce }, { run }, { db, clips }) {
      const wanted = clipPlatforms.filter((one) => run.repliesTo.includes(one))
      const platforms = wanted.length === 0 ? clipPlatforms : wanted
      const taken = await clips.take(run.caller, { platforms, title, seconds, announce: announce === 'yes' })
      await db.write((tx) => clips.note(tx, run.caller, taken))
      return { clips: Object.fromEntries(taken.map(({ platform, status }) => [platform, status])) }
    },
  }),

  title: step({
    means: 'Changes the title, on one platform or on all that can.',
    example: { type: 'title', title: '$(args)' },
    fields: object({ title: text({ min: 1, max: 140, cleaning: 'line' }), platform }),
    async run({ title, platform }, { run }, { db, stream, streamLooks }) {
      const changes = await stream.change(run.caller.channel, { platform, title })
      await db.write((tx) => stream.note(tx, run.caller, changes))
      streamLooks.forget(run.caller.channel.id)
      return { title }
    },
  }),

  game: step({
    means: 'Changes the category to the one that comes closest to the name.',
    example: { type: 'game', game: 'Minecraft' },
    fields: object({ game: text({ min: 1, max: 100, cleaning: 'line' }), platform }),
    async run({ game: name, platform }, { run }, { db, games, stream, streamLooks }) {
      const game = await games.getByName(name)
      const changes = await stream.change(run.caller.channel, { platform, game })
      await db.write((tx) => stream.note(tx, run.caller, changes))
      streamLooks.forget(run.caller.channel.id)
      return { game: game.name }
    },
  }),
}
