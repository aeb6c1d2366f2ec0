import { object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

const kinds = ['tts', 'donation'] as const

export const testOverlay = definePanelOperation({
  name: 'test-overlay',
  summary: 'Shows a test item on the overlay.',
  role: 'moderator',
  effect: 'outside',
  input: object({ kind: oneOf(kinds, { description: 'What to show.' }) }),
  output: object({ id: text() }),
  failures: ['overlay_not_connected'],
  example: { input: { kind: 'tts' }, output: { id: 'tts_1' } },
  async handle({ input, caller, ctx }) {
    const username = caller.person.name
    if (input.kind === 'tts') return ctx.speech.say(caller, { text: 'This is a test of the overlay.', username })
    return ctx.overlays.fire(caller, {
      kind: 'donation',
      idPrefix: 'donation',
      payload: {
        username,
        displayname: username,
        amount: 5,
        currency: 'USD',
        message: 'This is a test of the overlay.',
        is_test: 1,
      },
      expiresInMs: 60_000,
    })
  },
})
