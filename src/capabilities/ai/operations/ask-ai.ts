import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'
import { aiLimits } from '../contract/ai.ts'
import { publicChat } from '../memory.ts'

const messages = defineMessages('errors.operations', {
  noChat: 'No chat is connected that could get the answer.',
})

export const askAi = defineOperation({
  name: 'ask-ai',
  group: 'AI bot',
  summary: 'Asks the AI bot one question.',
  description:
    'It also answers while it is off in chat. Without a provider, or for a test key, the built-in responder answers from what the channel knows. The limits of tokens and costs hold. A username that is a viewer is who asks, with the memory, the points and the role of that viewer. What a key asks is remembered for this key alone.',
  scope: 'ai:ask',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 20,
  effect: 'outside',
  input: object({
    text: text({ min: 1, max: aiLimits.questionLength, cleaning: 'line', description: 'The question.' }),
    username: withDefault(
      text({ max: maxNameLength, cleaning: 'name', description: 'Who asks. Need not be a viewer.' }),
      'API',
    ),
    platform: optional(
      platformOf(platformWords, 'The platform of who asks, and whose chat gets the answer. Left out: every chat.'),
    ),
    send_chat_message: withDefault(boolean({ description: 'Whether the bot sends the answer to chat.' }), false),
    speak: withDefault(boolean({ description: 'Whether the answer is spoken on the overlay.' }), false),
  }),
  output: object({
    answer: text(),
    provider: text({ description: 'built-in if no provider is set.' }),
    model: text(),
    tokens: integer({ description: 'Tokens of the question and the answer.' }),
    sent: boolean({ description: 'Whether a chat got the answer.' }),
  }),
  failures: ['ai_unavailable', 'ai_limit_reached', 'overlay_not_connected', ...platformFailures],
  example: {
    input: { text: 'Which game is this?', username: 'alice' },
    output: {
      answer: 'streamer is in the category Just Chatting.',
      provider: 'built-in',
      model: 'built-in',
      tokens: 0,
      sent: false,
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { ai, delivery, askerNamed } = ctx.aiParts
    const platform = input.platform && platformNamed(input.platform)
    const asker = await askerNamed(caller, input.username, platform)
    // The question is known to who asks alone, also when everybody gets the answer.
    const isPublic = input.send_chat_message || input.speak
    const memory = { recalledFor: isPublic ? publicChat : caller.actor, storedFor: caller.actor }
    const question = { caller, asker, text: input.text, trigger: 'api', memory, mayAct: true } as const
    const answered = await ai.ask(question)
    const { text: answer, provider, model, tokens } = answered
    const sent =
      answer !== '' && input.send_chat_message
        ? await delivery.toChat(caller, answer, platform && [platform])
        : undefined
    const isSent = sent !== undefined && sent.sentTo.length > 0
    const failure = answer === '' ? ai.whyEmpty(answered) : await undelivered()
    if (failure !== undefined && !isSent) {
      await ctx.db.write((tx) => ai.note(tx, question, answered, false))
      throw failure
    }
    return commit(async (tx) => {
      await sent?.note(tx)
      await ai.note(tx, question, answered, isSent)
      return { answer, provider, model, tokens, sent: isSent }
    })

    /** Why the answer did not reach where it should. What reached a chat counts even if nobody can hear it. */
    async function undelivered(): Promise<unknown> {
      if (input.speak) {
        const spoken = ctx.speech.say(caller, { text: answer, username: input.username })
        const error: unknown = await spoken.then(() => undefined).catch((cause: unknown) => cause)
        if (error !== undefined) return error
      }
      if (sent === undefined) return undefined
      return sent.error ?? new Failure('platform_not_connected', { message: messages.noChat.of() })
    }
  },
})
