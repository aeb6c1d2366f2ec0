import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { forPanel } from '../../kernel/operation/operation.ts'
import { webhookAnswer } from './operations/fields.ts'
import { updateWebhook as updatePublicly } from './operations/update-webhook.ts'

/** Who decides where events are sent needs the rights of who gives out keys. */
export const updateWebhook = ifUnchanged(forPanel(updatePublicly), async ({ id }, { reader, caller, ctx }) => {
  const { name, url, types } = webhookAnswer(await ctx.webhooks.get(reader, caller.channel.id, id), 0)
  return { name, url, types }
})
