import { defineMessages } from '../src/kernel/text/message.ts'

/** What the sample items of the preview in the panel say. They are never sent to a page of the overlay. */
export const sampleTexts = defineMessages('overlaySamples', {
  speech: 'Good evening, everyone.',
  follow: '{name} just followed',
  donation: 'Love the stream!',
  effect: 'Party time!',
})
