import type { Context } from '../context.ts'
import { Failure } from '../contract/failures.ts'
import type { Person, ProvenAccount } from '../features/people/people.ts'
import type { Browser } from '../features/sessions/sessions.ts'
import { makeSandboxChannel } from '../first-start/sandbox-channel.ts'
import type { Writer } from '../storage/database.ts'

export interface AccountSignIn extends ProvenAccount {
  /** The channel that this account broadcasts, where we know it. */
  readonly channelId: number | undefined
  /** Whether somebody whom nobody knows gets a channel of their own. */
  readonly mayBegin: boolean
}

/** Whoever proved an account is let in: as who they were, as the owner of their channel, or with a channel of their own. */
export async function signInWithAccount(ctx: Context, account: AccountSignIn, browser: Browser) {
  return ctx.db.write(async (tx) => {
    const person = (await ctx.people.findByAccount(tx, account)) ?? (await welcome(ctx, tx, account))
    const channels = await ctx.people.channelsOf(tx, person.id)
    const known = channels.find(({ id }) => id === account.channelId) ?? channels[0]
    // Whoever was sent away everywhere is as good as unknown, even with the account of a channel.
    if (known === undefined && !account.mayBegin) throw unknownAccount()
    const channel = known ?? (await ownChannel(ctx, tx, person))
    return ctx.sessions.begin(tx, channel, person, browser)
  })
}

async function welcome(ctx: Context, tx: Writer, account: AccountSignIn): Promise<Person> {
  const { channelId, username, mayBegin } = account
  if (channelId === undefined && !mayBegin) throw unknownAccount()
  const person =
    channelId === undefined ? await ctx.people.create(tx, username) : await ctx.people.ensureOwner(tx, channelId)
  await ctx.people.addAccount(tx, person, account)
  return person
}

async function ownChannel(ctx: Context, tx: Writer, person: Person): Promise<{ readonly id: number }> {
  const { channel } = await makeSandboxChannel(ctx, tx, person.name)
  await ctx.people.join(tx, channel.id, person, 'owner')
  return channel
}

function unknownAccount(): Failure {
  return new Failure('missing_role', { message: 'This account belongs to no channel here. Ask an owner for a link.' })
}
