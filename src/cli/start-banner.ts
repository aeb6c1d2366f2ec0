import type { App } from '../app.ts'
import { usualScopes } from '../kernel/operation/contract/scopes.ts'
import type { Writer } from '../kernel/storage/database.ts'
import { cliMessages as messages } from './messages.ts'

/** Where the text goes: whatever is not a terminal, such as the journal of a service, keeps it. */
export interface BannerOutput {
  readonly isTerminal: boolean
  print(text: string): void
  /** Opens the panel for whoever sits at the terminal; returns whether that is possible here. */
  open?(address: string): Promise<boolean>
}

/** The life of a first key that a log may have kept. The sign-in link lasts for an hour anyway. */
const loggedKeyLifeMs = 24 * 60 * 60 * 1000

/** Printed once the server is ready: on a first start with links and a key to begin with, later with addresses only. */
export async function printStartBanner(app: App, { isTerminal, print, open }: BannerOutput): Promise<void> {
  const { ctx, firstChannel: channel, isShared } = app
  const base = app.baseUrl()
  const setUp = setUpHint(app, isTerminal)
  const { upgrade } = app
  if (upgrade !== undefined) {
    const { backup } = upgrade
    print(backup === undefined ? messages.upgradedWithoutBackup() : messages.upgraded({ backup }))
  }
  if (channel === undefined) {
    print(messages.ready({ base, setUp }))
    return
  }
  const cause = { channel, actor: 'first-start', requestId: 'first-start' }
  const noteGreeting = (tx: Writer) => ctx.firstSteps.mark(tx, channel.id, 'greeted')
  const created = await ctx.db.write(async (tx) => {
    if (await ctx.firstSteps.wasGreeted(tx, channel.id)) return undefined
    // Of several nodes that start at the same time one shows the links.
    if (isShared) await noteGreeting(tx)
    return ctx.keys.create(tx, cause, {
      name: messages.firstKeyName(),
      scopes: usualScopes,
      expiresAt: isTerminal ? null : ctx.clock.now() + loggedKeyLifeMs,
    })
  })
  if (created === undefined) {
    print(messages.ready({ base, setUp }))
    return
  }
  const { key } = created
  const link = await ctx.sessions.makeLink(channel)
  const signInUrl = `${base}/sign-in?link=${link}`
  const keyLife = isTerminal ? '' : messages.keyLastsOneDay()
  const overlayUrl = await ctx.overlays.link(channel)
  print(messages.readyFirstTime({ base, key, keyLife, signInUrl, setUp, overlayUrl }))
  // A server that is killed before this shows them at its next start.
  if (!isShared) await ctx.db.write(noteGreeting)
  if (isTerminal && (await open?.(signInUrl)) === true) print(messages.browserOpens())
}

/** While nobody has signed in. A log keeps what is printed, so it gets the place of the code and not the code. */
function setUpHint({ setUp, baseUrl }: App, isTerminal: boolean): string {
  const shown = setUp.code()?.shown
  if (shown === undefined) return ''
  const base = baseUrl()
  return isTerminal
    ? messages.setUpWithCode({ base, code: shown.code })
    : messages.setUpWithFile({ base, file: shown.file })
}
