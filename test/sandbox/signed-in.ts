import type { TestApp } from '../create-test-app.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'

/** Redeems a one-time link, as a person does; the answer is the session's cookie. */
export async function signIn(app: TestApp): Promise<string> {
  const link = await app.ctx.sessions.makeLink(app.channel)
  const response = await pressSignIn(`${app.url}/sign-in?link=${link}`)
  const cookie = sessionIn(response)
  if (cookie === undefined) throw new Error(`no session: ${response.status}`)
  return cookie
}
