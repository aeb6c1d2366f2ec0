import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { resolvePlatformUser } from './run-user.ts'
import { limitingItsTime, type StepHandlersOf } from './step-handler.ts'

export const chatStepHandlers: StepHandlersOf<'chat'> = {
  reply: limitingItsTime(({ text, in_thread }, context) => context.reply(text, { inThread: in_thread === 'yes' })),

  say: limitingItsTime(({ text, as, platform }, context) =>
    context.say(text, as, platform === undefined ? context.run.repliesTo : [platform]),
  ),

  async timeout({ target, minutes, reason, platform }, { run }, { moderation, viewers }) {
    const on = platform ?? run.platform
    const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
    await moderation.ban(run.caller, { platform: on, user, minutes, reason })
    return { target: user.username }
  },

  async ban({ target, reason, platform }, { run }, { moderation, viewers }) {
    const on = platform ?? run.platform
    const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
    await moderation.ban(run.caller, { platform: on, user, minutes: null, reason })
    return { target: user.username }
  },

  async unban({ target, platform }, { run }, { moderation, viewers }) {
    const on = platform ?? run.platform
    const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
    await moderation.unban(run.caller, { platform: on, user })
    return { target: user.username }
  },

  async delete_message({ message_id, platform }, { run }, { db, moderation }) {
    const messageId = message_id ?? run.messageId
    if (messageId === undefined) throw invalid(commandErrors.messageIdRequired())
    const on = platform ?? run.platform
    const { caller } = run
    const author = await moderation.findAuthor(caller.channel, on, messageId)
    await moderation.deleteMessage(caller, on, messageId)
    const entry = { type: 'delete', platform: on, reason: run.title, author } as const
    await db.write((tx) => moderation.note(tx, caller, entry))
    return { message_id: messageId }
  },

  async pin_message({ text, message_id, seconds, platform: wanted }, { run }, { db, chat, pinnedMessages }) {
    const platform = wanted ?? run.platform
    const { caller } = run
    // A message of another platform than the run's has another id.
    const ran = platform === run.platform ? run.messageId : undefined
    const messageId = text === undefined ? (message_id ?? ran) : await send(text)
    if (messageId === undefined) throw invalid(commandErrors.messageIdRequired())
    await pinnedMessages.pin(caller.channel, { platform, messageId, seconds })
    return { message_id: messageId }

    async function send(said: string): Promise<string> {
      const line = { platform, text: said, as: 'broadcaster' } as const
      const sent = await chat.send(caller, line)
      await db.write((tx) => chat.note(tx, caller, { ...line, ...sent }))
      return sent.messageId
    }
  },

  async unpin_message({ platform }, { run }, { pinnedMessages }) {
    const wanted = { platform: platform ?? run.platform, messageId: undefined }
    const { messageId } = await pinnedMessages.unpin(run.caller.channel, wanted)
    return { message_id: messageId }
  },
}
