import type { App } from '../app.ts'
import { allScopes } from '../contract/scopes.ts'

/** What the terminal shows: on a first start everything needed to begin, later only where things are. */
export async function greet(app: App, say: (line: string) => void): Promise<void> {
  const { ctx, firstChannel: channel } = app
  const base = app.baseUrl()
  if (channel === undefined) {
    say(`Showcaller is ready.
  Panel     ${base}/          (npx showcaller link makes a new sign-in link)
  Overlay   ${base}/overlay   (npx showcaller overlay url shows the whole link)
  API       ${base}/v1/       (${base}/openapi.json)`)
    return
  }
  const cause = { channel, actor: 'first-start', requestId: 'first-start' }
  const link = await ctx.sessions.makeLink(channel)
  const { key } = await ctx.db.write((tx) => ctx.keys.create(tx, cause, { name: 'First key', scopes: allScopes }))
  say(`Showcaller is ready. This is shown once:

  Sign in (one use, valid for one hour)
    ${base}/sign-in?link=${link}

  Overlay, for OBS as a browser source of 1920 x 1080
    ${await ctx.overlays.link(channel)}

  Your first call
    curl -X POST ${base}/v1/send-message -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"message":"Hello from Showcaller"}'

  See it arrive at ${base}/sandbox once you are signed in.`)
}
