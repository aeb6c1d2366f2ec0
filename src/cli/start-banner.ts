import type { App } from '../app.ts'
import { allScopes } from '../contract/scopes.ts'
import { cliMessages as messages } from './messages.ts'

/** Printed once the server is ready: on a first start with links and a key to begin with, later with addresses only. */
export async function printStartBanner(app: App, print: (text: string) => void): Promise<void> {
  const { ctx, firstChannel: channel } = app
  const base = app.baseUrl()
  if (channel === undefined) {
    print(messages.ready({ base }))
    return
  }
  const cause = { channel, actor: 'first-start', requestId: 'first-start' }
  const created = await ctx.db.write(async (tx) => {
    // Of several nodes that start at the same time one shows the links.
    if (await ctx.keys.hadAny(tx, channel)) return undefined
    return ctx.keys.create(tx, cause, { name: messages.firstKeyName(), scopes: allScopes })
  })
  if (created === undefined) {
    print(messages.ready({ base }))
    return
  }
  const { key } = created
  const link = await ctx.sessions.makeLink(channel)
  const signInUrl = `${base}/sign-in?link=${link}`
  print(messages.readyFirstTime({ base, key, signInUrl, overlayUrl: await ctx.overlays.link(channel) }))
}
