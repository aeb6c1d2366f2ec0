import type { Database } from '../../kernel/storage/database.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import { resolvePlatformUser } from '../viewers/resolve-platform-user.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { ChatModes } from './chat-modes.ts'
import type { chatModeSteps } from './contract/chat-mode-steps.ts'
import type { moderationSteps } from './contract/steps.ts'
import type { Moderation } from './moderation.ts'

/** What these steps use. */
export interface ModerationStepServices {
  readonly db: Database
  readonly chatModes: ChatModes
  readonly moderation: Moderation
  readonly viewers: Viewers
}

export const moderationStepHandlers: StepHandlersFor<
  readonly [...typeof moderationSteps, ...typeof chatModeSteps],
  ModerationStepServices
> = {
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
    if (messageId === undefined) throw invalid(commandErrors.messageIdRequired.of())
    const { caller } = run
    return actOn(platform, async (on) => {
      const author = await moderation.findAuthor(caller.channel, on, messageId)
      await moderation.deleteMessage(caller, on, messageId)
      const entry = { type: 'delete', platform: on, reason: run.title, author } as const
      await db.write((tx) => moderation.note(tx, caller, entry))
      return { message_id: messageId }
    })
  }),

  set_chat_mode: limitingItsTime(({ mode, enabled, seconds, platform }, { run, actOn }, { chatModes }) =>
    actOn(platform, async (on) => {
      await chatModes.set(run.caller.channel, on, { mode, enabled: enabled === 'on', seconds })
      return {}
    }),
  ),
}
