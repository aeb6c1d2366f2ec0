import { Failure } from '../../contract/failures.ts'
import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const setTimeZone = definePanelOperation({
  name: 'set-time-zone',
  summary: "Sets the channel's time zone, by which days are counted.",
  role: 'editor',
  effect: 'rows',
  input: object({
    time_zone: text({ min: 1, max: 64, cleaning: 'name', description: 'A name such as Europe/Berlin.' }),
  }),
  output: object({ time_zone: text() }),
  failures: ['invalid_parameter'],
  example: { input: { time_zone: 'Europe/Berlin' }, output: { time_zone: 'Europe/Berlin' } },
  async handle({ input, caller, ctx, commit }) {
    const timeZone = zoneNamed(input.time_zone)
    return commit(async (tx) => {
      await ctx.channels.setTimeZone(tx, caller.channel, timeZone)
      await ctx.events.appendNew(tx, caller, { kind: 'channel.time-zone-changed', data: { time_zone: timeZone } })
      return { time_zone: timeZone }
    })
  },
})

/** As its own list writes it. An offset such as +02:00 knows no summer, so names alone are taken. */
function zoneNamed(written: string): string {
  try {
    if (/^[A-Za-z]/.test(written))
      return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {}
  throw new Failure('invalid_parameter', { message: `time_zone must be a name such as Europe/Berlin, not ${written}.` })
}
