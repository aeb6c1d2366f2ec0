import { numberOf } from '../kernel/text/formats.ts'
import { defineMessages } from '../kernel/text/message.ts'

/** Parts that the sentences of several kinds of events share. */
const messages = defineMessages('eventSentences', {
  somebody: 'Somebody',
  withDetail: '{sentence}: {detail}',
})

export function nameOf({ displayname, username }: { displayname?: string; username?: string }): string {
  return displayname || username || messages.somebody()
}

/** The sentence, with the text behind it where there is one. */
export function withDetail(sentence: string, detail: string): string {
  return detail === '' ? sentence : messages.withDetail({ sentence, detail })
}

export function signed(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${numberOf(Math.abs(amount))}`
}
