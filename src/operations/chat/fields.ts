import { platformOf } from '../../contract/fields.ts'
import { platformNamed } from '../../contract/platforms.ts'
import { object, optional, type Static, text, withDefault } from '../../contract/schema.ts'
import type { Call } from '../../operation.ts'

/** Both chat operations have the same input and output. */
export const messageInput = object({
  message: text({
    min: 1,
    max: 500,
    cleaning: 'line',
    description: 'The text. Tabs and line breaks become a space.',
  }),
  platform: withDefault(platformOf(['PlatformA', 'PlatformB'], 'Whose chat.'), 'PlatformA'),
  reply_to: optional(text({ max: 100, cleaning: 'line', description: 'The id of the message to reply to.' })),
})

export const messageOutput = object({ message_id: text({ description: "The platform's own id of the message." }) })

/** Sends the message as the broadcaster or the bot. */
export async function writeLine(
  { input, caller, ctx, commit }: Call<Static<typeof messageInput>, Static<typeof messageOutput>>,
  as: 'broadcaster' | 'bot',
): Promise<Static<typeof messageOutput>> {
  const line = { platform: platformNamed(input.platform), text: input.message, as, replyTo: input.reply_to }
  const { messageId } = await ctx.chat.send(caller, line)
  return commit(async (tx) => {
    await ctx.chat.note(tx, caller, { ...line, messageId })
    return { message_id: messageId }
  })
}
