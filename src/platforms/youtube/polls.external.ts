import { asObject, type JsonObject, objectIn, objectsIn, textIn } from '../calls/json-fields.ts'
import type { PlatformPoll } from '../polls.ts'

/** The poll in a chat message. YouTube names neither its options nor its end. */
export type ChatPoll = Pick<PlatformPoll, 'id' | 'title' | 'options'>

export function pollMessage(chatId: string, title: string, options: readonly string[]) {
  const metadata = { questionText: title, options: options.map((optionText) => ({ optionText })) }
  return { snippet: { liveChatId: chatId, type: 'pollEvent', pollDetails: { metadata } } }
}

export function pollIn(message: unknown): ChatPoll {
  const row = asObject(message)
  const metadata = objectIn(objectIn(objectIn(row, 'snippet'), 'pollDetails'), 'metadata')
  return {
    id: textIn(row, 'id'),
    title: textIn(metadata, 'questionText'),
    options: objectsIn(metadata, 'options').map(optionIn),
  }
}

/** Votes are sent as text, and not at all before the first one. Options are named by their place. */
function optionIn(option: JsonObject, index: number) {
  return { id: String(index + 1), title: textIn(option, 'optionText'), votes: Number(option.tally ?? 0) || 0 }
}
