import { integer, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { maxTimeoutMinutes, name, platform, reason, step, words, wrong } from './step-type.ts'
import { platformUserOf } from './who-runs.ts'

/** What is said in chat, and who may say it. */
export const chatSteps = {
  reply: step({
    means: 'Says something as the bot wherever the command replies.',
    example: { type: 'reply', text: 'Hello $(user)!' },
    fields: object({ text: words }),
    timesItself: true,
    run: ({ text }, stage) => stage.reply(text),
  }),

  say: step({
    means: 'Says something as the broadcaster, or as the bot, on one platform or wherever the command replies.',
    example: { type: 'say', text: 'The show begins.', as: 'broadcaster', platform: 'kick' },
    fields: object({ text: words, as: withDefault(oneOf(['broadcaster', 'bot']), 'broadcaster'), platform }),
    timesItself: true,
    run: ({ text, as, platform }, stage) =>
      stage.say(text, as, platform === undefined ? stage.run.repliesTo : [platform]),
  }),

  timeout: step({
    means: 'Keeps somebody out of the chat for so many minutes.',
    example: { type: 'timeout', target: '$(touser)', minutes: 5, reason: 'Asked by $(user).' },
    fields: object({
      target: name,
      minutes: withDefault(integer({ min: 1, max: maxTimeoutMinutes }), 5),
      reason,
      platform,
    }),
    async run({ target, minutes, reason, platform: where }, { run }, { moderation, viewers }) {
      const on = where ?? run.platform
      const user = await platformUserOf(viewers, run.caller.channel, on, target)
      await moderation.ban(run.caller, { platform: on, user, minutes, reason })
      return { target: user.username }
    },
  }),

  ban: step({
    means: 'Bans somebody for good.',
    example: { type: 'ban', target: '$(touser)', reason: 'Asked by $(user).' },
    fields: object({ target: name, reason, platform }),
    async run({ target, reason, platform: where }, { run }, { moderation, viewers }) {
      const on = where ?? run.platform
      const user = await platformUserOf(viewers, run.caller.channel, on, target)
      await moderation.ban(run.caller, { platform: on, user, minutes: null, reason })
      return { target: user.username }
    },
  }),

  unban: step({
    means: 'Lets somebody back in who was banned or timed out.',
    example: { type: 'unban', target: '$(touser)' },
    fields: object({ target: name, platform }),
    async run({ target, platform: where }, { run }, { moderation, viewers }) {
      const on = where ?? run.platform
      const user = await platformUserOf(viewers, run.caller.channel, on, target)
      await moderation.unban(run.caller, { platform: on, user })
      return { target: user.username }
    },
  }),

  delete_message: step({
    means: 'Deletes a message; without message_id the one that ran the command.',
    example: { type: 'delete_message' },
    fields: object({ message_id: optional(text({ max: 100 })), platform }),
    async run({ message_id, platform: where }, { run }, { db, moderation }) {
      const messageId = message_id ?? run.messageId
      if (messageId === undefined) throw wrong('message_id is required when no chat line ran the command.')
      const on = where ?? run.platform
      const { caller } = run
      const author = await moderation.findAuthor(caller.channel, on, messageId)
      await moderation.deleteMessage(caller, on, messageId)
      const deed = { type: 'delete', platform: on, reason: run.command.command, author } as const
      await db.write((tx) => moderation.note(tx, caller, deed))
      return { message_id: messageId }
    },
  }),
}
