import type { TestApp } from '../create-test-app.ts'

/** Redeems a one-time link, as a person does; the answer is the session's cookie. */
export async function signIn(app: TestApp): Promise<string> {
  const link = await app.ctx.sessions.makeLink(app.channel)
  const response = await fetch(`${app.url}/sign-in?link=${link}`, { redirect: 'manual' })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`no session: ${response.status}`)
  return cookie
}
