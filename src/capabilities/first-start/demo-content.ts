import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { english } from '../../kernel/text/message.ts'
import { pastEventId } from '../events/past-events.ts'
import { addDefaultAlerts } from './default-alerts.ts'
import { addDemoActivity } from './demo-activity.ts'
import { demoCommandsIn } from './demo-commands.ts'
import { addDemoOverlay } from './demo-overlay.ts'
import { addDemoViewers } from './demo-viewers.ts'

/** Adds demo content, so that every operation can be tried at once. */
export async function addDemoContent(
  ctx: Context,
  tx: Writer,
  channel: Channel,
  catalogue: Catalogue = english,
): Promise<void> {
  const cause = { channel, actor: 'first-start', requestId: pastEventId(0) }
  for (const command of demoCommandsIn(catalogue)) await ctx.commands.create(tx, channel.id, command)
  await addDemoOverlay(tx, channel.id, ctx.clock.now())
  await addDefaultAlerts(tx, channel.id, ctx.clock.now(), catalogue)
  await addDemoViewers(ctx, tx, cause, channel)
  await addDemoActivity(ctx, tx, cause, channel)
}
