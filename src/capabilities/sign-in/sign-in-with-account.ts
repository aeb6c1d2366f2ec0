import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ProvenAccount } from '../people/people.ts'
import type { Browser } from './sessions.ts'

export interface AccountSignIn extends ProvenAccount {
  /** The channel that this account broadcasts, where it is known: of several channels, it is opened first. */
  readonly channelId: number | undefined
}

/**
 * Signs in the person who added this account for signing in. That it broadcasts a channel is not enough: whoever can
 * connect an account to a channel would become its owner.
 */
export async function signInWithAccount(ctx: Context, account: AccountSignIn, browser: Browser) {
  return ctx.db.write(async (tx) => {
    const person = await ctx.people.findByAccount(tx, account)
    const channels = person === undefined ? [] : await ctx.people.channelsOf(tx, person.id)
    const channel = channels.find(({ id }) => id === account.channelId) ?? channels[0]
    // A person who was removed from every channel is as good as unknown.
    if (person === undefined || channel === undefined) throw unknownAccount()
    return ctx.sessions.begin(tx, channel, person, browser)
  })
}

function unknownAccount(): Failure {
  return new Failure('missing_role', { message: messages.unknownAccount.of() })
}
