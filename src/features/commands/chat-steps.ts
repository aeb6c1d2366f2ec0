import type { Platform } from '../../contract/platforms.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { resolvePlatformUser } from './run-user.ts'
import { limitingItsTime, type StepHandlersOf } from './step-handler.ts'

export const chatStepHandlers: StepHandlersOf<'chat'> = {
  reply: limitingItsTime(({ text, in_thread }, context) => context.reply(text, { inThread: in_thread === 'yes' })),

  say: limitingItsTime(async ({ text, as, platform }, context) =>
    context.say(text, as, platform === undefined ? context.run.repliesTo : await context.platformsOf(platform)),
  ),

  timeout: limitingItsTime(({ target, minutes, reason, platform }, { run, actOn }, { moderation, viewers }) =>
    actOn(platform, async (on) => {
      const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
      await moderation.ban(run.caller, { platform: on, user, minutes, reason })
      return { target: user.username }
    }),
  ),

  ban: limitingItsTime(({ target, reason, platform }, { run, actOn }, { moderation, viewers }) =>
    actOn(platform, async (on) => {
      const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
      await moderation.ban(run.caller, { platform: on, user, minutes: null, reason })
      return { target: user.username }
    }),
  ),

  unban: limitingItsTime(({ target, platform }, { run, actOn }, { moderation, viewers }) =>
    actOn(platform, async (on) => {
      const user = await resolvePlatformUser(viewers, run.caller.channel, on, target)
      await moderation.unban(run.caller, { platform: on, user })
      return { target: user.username }
    }),
  ),

  delete_message: limitingItsTime(async ({ message_id, platform }, { run, actOn }, { db, moderation }) => {
    const messageId = message_id ?? run.messageId
    if (messageId === undefined) throw invalid(commandErrors.messageIdRequired())
    const { caller } = run
    return actOn(platform, async (on) => {
      const author = await moderation.findAuthor(caller.channel, on, messageId)
      await moderation.deleteMessage(caller, on, messageId)
      const entry = { type: 'delete', platform: on, reason: run.title, author } as const
      await db.write((tx) => moderation.note(tx, caller, entry))
      return { message_id: messageId }
    })
  }),

  pin_message: limitingItsTime(({ text, message_id, seconds, platform }, { run, actOn }, services) => {
    const { db, chat, pinnedMessages } = services
    const { caller } = run
    return actOn(platform, async (on) => {
      // Nothing is sent where it could not be pinned.
      await pinnedMessages.requirePins(caller.channel, on)
      // A message of another platform than the run's has another id.
      const ran = on === run.platform ? run.messageId : undefined
      const messageId = text === undefined ? (message_id ?? ran) : await send(on, text)
      if (messageId === undefined) throw invalid(commandErrors.messageIdRequired())
      await pinnedMessages.pin(caller.channel, { platform: on, messageId, seconds })
      return { message_id: messageId }
    })

    async function send(on: Platform, said: string): Promise<string> {
      const line = { platform: on, text: said, as: 'broadcaster' } as const
      const sent = await chat.send(caller, line)
      await db.write((tx) => chat.note(tx, caller, { ...line, ...sent }))
      return sent.messageId
    }
  }),

  unpin_message: limitingItsTime(({ platform }, { run, actOn }, { pinnedMessages }) =>
    actOn(platform, async (on) => {
      const { messageId } = await pinnedMessages.unpin(run.caller.channel, { platform: on, messageId: undefined })
      return { message_id: messageId }
    }),
  ),
}
