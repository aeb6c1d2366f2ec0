import { anyPlatform, platformOf } from '../../../definitions/fields.ts'
import type { Call } from '../../../kernel/operation/operation.ts'
import { object, optional, type Static, text, withDefault } from '../../../kernel/schema/schema.ts'
import { type PlatformWord, platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

const message = text({
  min: 1,
  max: 500,
  cleaning: 'line',
  description: 'The text. Tabs and line breaks become a space.',
})

/** Both chat operations have the same input and output. */
export const messageInput = object({
  message,
  platform: withDefault(platformOf(['PlatformA', 'PlatformB'], 'Whose chat.'), 'PlatformA'),
})

export const messageOutput = object({ message_id: text({ description: "The platform's own id of the message." }) })

/** The input of both operations that reply to a message. */
export const replyInput = object({
  message_id: text({ min: 1, max: 100, cleaning: 'line', description: 'The id of the message to reply to.' }),
  message,
  platform: withDefault({ ...anyPlatform, description: 'Whose chat.' }, 'PlatformA'),
})

/** The fields of the operations that pin and unpin a message. */
export const pinnedId = text({
  min: 1,
  max: 100,
  cleaning: 'line',
  description: "The platform's own id of the message.",
})
export const pinPlatform = optional(
  platformOf(platformWords, 'Left out: the connected platform that has pins, which is PlatformB.'),
)
export const pinnedOutput = object({ platform: platformOf(platformWords), message_id: pinnedId })

interface LineInput {
  readonly message: string
  readonly platform: PlatformWord
  /** The message that it replies to. */
  readonly message_id?: string
}

/** Sends the message as the broadcaster or the bot. */
export async function writeLine(
  { input, caller, ctx, commit }: Call<LineInput, Static<typeof messageOutput>>,
  as: 'broadcaster' | 'bot',
): Promise<Static<typeof messageOutput>> {
  const { message: said, platform, message_id: replyTo } = input
  const line = { platform: platformNamed(platform), text: said, as, replyTo }
  const { messageId } = await ctx.chat.send(caller, line)
  return commit(async (tx) => {
    await ctx.chat.note(tx, caller, { ...line, messageId })
    return { message_id: messageId }
  })
}
