import { maxAmount } from '../../contract/fields.ts'
import { date, integer, object, oneOf, optional, withDefault } from '../../contract/schema.ts'
import { modes } from '../watch-time/watch-time.ts'
import { name, platform, step, wrong } from './step-type.ts'

/** What viewers have. */
export const viewerSteps = {
  points: step({
    means:
      'Adds, removes or sets points of the target, or of who runs the command; transfer moves them from who runs it to the target.',
    example: { type: 'points', target: '$(touser)', mode: 'add', amount: 10 },
    fields: object({
      target: optional(name),
      mode: withDefault(oneOf([...modes, 'transfer']), 'add'),
      amount: integer({ min: 0, max: maxAmount }),
      platform,
    }),
    async run({ target, mode, amount, platform: where }, { run }, { db, points, viewers }) {
      if (amount === 0 && mode !== 'set') throw wrong(`amount must be at least 1 to ${mode} points.`)
      const { caller } = run
      const { channel } = caller
      const on = where ?? run.platform
      const reason = run.command.command
      const found = await viewers.resolve(channel, on, { username: target ?? run.user.username })
      if (mode !== 'transfer') {
        const balance = await db.write(async (tx) =>
          points[mode](tx, caller, await viewers.ensure(tx, channel, found), amount, reason),
        )
        return { points: balance }
      }
      if (target === undefined) throw wrong('target is required to transfer points.')
      const sender = await viewers.resolve(channel, on, { username: run.user.username })
      await db.write(async (tx) => {
        const from = await viewers.ensure(tx, channel, sender)
        const to = await viewers.ensure(tx, channel, found)
        await points.transfer(tx, caller, from, to, amount, reason)
      })
      return { amount }
    },
  }),

  watch_time: step({
    means: 'Adds, removes or sets minutes watched, today or on the day given.',
    example: { type: 'watch_time', target: '$(touser)', mode: 'add', minutes: 30 },
    fields: object({
      target: optional(name),
      mode: withDefault(oneOf(modes), 'add'),
      minutes: integer({ min: 0, max: maxAmount }),
      day: optional(date()),
      platform,
    }),
    async run({ target, mode, minutes, day, platform: where }, { run }, { db, today, viewers, watchTime }) {
      if (minutes === 0 && mode !== 'set') throw wrong(`minutes must be at least 1 to ${mode} watch time.`)
      const { caller } = run
      const { channel } = caller
      const found = await viewers.resolve(channel, where ?? run.platform, { username: target ?? run.user.username })
      const change = { mode, amount: minutes, day: day ?? today(channel.timeZone) }
      const after = await db.write(async (tx) =>
        watchTime.adjust(tx, caller, await viewers.ensure(tx, channel, found), change),
      )
      return { minutes: after.minutes }
    },
  }),
}
