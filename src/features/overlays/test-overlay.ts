import type { Context } from '../../context.ts'
import { cueKinds } from '../../contract/overlay-messages.ts'
import { number, object, oneOf, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation, type PanelCaller } from '../../operation.ts'

const expiresInMs = 60_000
const words = 'This is a test of the overlay.'

export const testOverlay = definePanelOperation({
  name: 'test-overlay',
  summary: 'Shows a test item on the overlay.',
  role: 'moderator',
  effect: 'outside',
  input: object({
    kind: oneOf(cueKinds, { description: 'What to show.' }),
    amount: withDefault(number({ above: 0, max: 1_000_000_000, description: 'Of a donation.' }), 5),
    currency: withDefault(text({ min: 1, max: 16, cleaning: 'line', description: 'Of a donation.' }), 'USD'),
  }),
  output: object({ id: text({ description: 'The firing.' }) }),
  failures: ['overlay_not_connected'],
  example: { input: { kind: 'tts' }, output: { id: 'tts_1' } },
  async handle({ input, caller, ctx }) {
    const username = caller.person.name
    switch (input.kind) {
      case 'tts':
        return ctx.speech.say(caller, { text: words, username })
      case 'donation': {
        const { amount, currency } = input
        const shown = { amount, currency, username, displayname: username, message: words, is_test: 1 as const }
        return ctx.donations.test(caller, await ctx.settings.of(caller.channel.id), shown)
      }
      case 'audio-alert':
        return testAlert(ctx, caller)
      case 'effect': {
        const payload = {
          action: 'trigger',
          overlay_id: 'test',
          effect_type: 'confetti',
          effect_settings: {},
          data: {},
        }
        return ctx.overlays.fire(caller, { kind: 'effect', idPrefix: 'effect', payload, expiresInMs })
      }
    }
  },
})

/** One that needs no alert of the broadcaster's, so that there is always something to try. */
async function testAlert(ctx: Context, caller: PanelCaller): Promise<{ id: string }> {
  const url = await ctx.media.urlOf(ctx.db, caller.channel.id, 'builtin:fanfare')
  const payload = {
    alert: 0,
    name: 'Test',
    username: caller.person.name,
    ...(url === undefined ? {} : { sound: { url } }),
  }
  return ctx.overlays.fire(caller, { kind: 'audio-alert', idPrefix: 'alert', payload, expiresInMs })
}
