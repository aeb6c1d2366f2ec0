import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { Announcements } from './announcements.ts'
import type { Chat } from './chat.ts'
import type { announcementSteps } from './contract/announcement-steps.ts'
import type { pinSteps } from './contract/pin-steps.ts'
import type { chatSteps } from './contract/steps.ts'
import type { PinnedMessages } from './pinned-messages.ts'

/** What these steps use. */
export interface ChatStepServices {
  readonly db: Database
  readonly announcements: Announcements
  readonly chat: Chat
  readonly pinnedMessages: PinnedMessages
}

export const chatStepHandlers: StepHandlersFor<
  readonly [...typeof chatSteps, ...typeof pinSteps, ...typeof announcementSteps],
  ChatStepServices
> = {
  reply: limitingItsTime(({ text, in_thread }, context) => context.reply(text, { inThread: in_thread === 'yes' })),

  say: limitingItsTime(async ({ text, as, platform }, context) =>
    context.say(text, as, platform === undefined ? context.run.repliesTo : await context.platformsOf(platform)),
  ),

  pin_message: limitingItsTime(({ text, message_id, seconds, platform }, { run, actOn }, services) => {
    const { db, chat, pinnedMessages } = services
    const { caller } = run
    return actOn(platform, async (on) => {
      // Nothing is sent where it could not be pinned.
      await pinnedMessages.requirePins(caller.channel, on)
      // A message of another platform than the run's has another id.
      const ran = on === run.platform ? run.messageId : undefined
      const messageId = text === undefined ? (message_id ?? ran) : await send(on, text)
      if (messageId === undefined) throw invalid(commandErrors.messageIdRequired.of())
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

  announce: limitingItsTime(({ text, platform }, { run, actOn }, { announcements }) =>
    actOn(platform, async (on) => {
      await announcements.send(run.caller.channel, on, text)
      return {}
    }),
  ),
}
