import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import type { Person } from '../people/people.ts'
import { refusedSignIn } from '../sign-in/refused-sign-in.ts'
import { makeSandboxChannel } from './sandbox-channel.ts'

/** What the operator allows. */
export interface ChannelLimits {
  /** Whether signing in can create a channel. */
  readonly allowsNew: boolean
  /** The number of channels of this server, the first one included. */
  readonly max: number
}

/** Creates a channel and its owner for a broadcaster of the sandbox who is new, in their language. Nothing that exists is opened. */
export async function openFurtherChannel(
  ctx: Context,
  tx: Writer,
  name: string,
  limits: ChannelLimits,
  catalogue: Catalogue,
): Promise<{ channel: Channel; owner: Person }> {
  const channels = await ctx.channels.list(tx)
  if (!limits.allowsNew) throw refusedSignIn('channels_off')
  if (channels.some((channel) => nameKey(channel.name) === nameKey(name))) throw refusedSignIn('channel_exists')
  if (channels.length >= limits.max) throw refusedSignIn('channel_limit')
  const { channel } = await makeSandboxChannel(ctx, tx, name, catalogue)
  const owner = await ctx.people.create(tx, name)
  await ctx.people.join(tx, channel.id, owner, 'owner')
  return { channel, owner }
}
