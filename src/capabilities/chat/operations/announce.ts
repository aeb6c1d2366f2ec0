import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import {
  actionFailures,
  actionPlatform,
  actionPlatformIn,
  actionResult,
  actionResults,
} from '../../stream/operations/channel-fields.ts'

export const announce = defineOperation({
  name: 'announce',
  group: 'Chat',
  summary: 'Sends an announcement as the broadcaster.',
  description:
    'The platform highlights it in the chat. The call succeeds if at least one platform accepted it; on a platform without announcements use send-message.',
  scope: 'chat:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    message: text({
      min: 1,
      max: 500,
      cleaning: 'line',
      description: 'The text. Tabs and line breaks become a space.',
    }),
    platform: actionPlatform,
  }),
  output: object({ results: actionResults }),
  failures: actionFailures,
  example: {
    input: { message: 'The show begins.', platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const outcomes = await ctx.announcements.send(caller.channel, actionPlatformIn(input.platform), input.message)
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
