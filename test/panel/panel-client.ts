import type { PanelRole } from '../../src/contract/panel-roles.ts'
import type { PanelCalls } from '../../src/panel-operations.ts'
import type { TestAnswer, TestApp } from '../create-test-app.ts'

export interface PanelClient {
  readonly cookie: string
  call(name: keyof PanelCalls | (string & {}), input?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
}

/** A browser whose session cookie is this one, as far as the server can tell. */
export function panelClient(app: TestApp, cookie: string): PanelClient {
  return {
    cookie,
    async call(name, input = {}, headers = {}) {
      const response = await fetch(`${app.url}/panel/api/${name}`, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
        body: typeof input === 'string' ? input : JSON.stringify(input),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
}

/** Opens a sign-in link as a browser would. */
export async function openLink(app: TestApp, link: string): Promise<PanelClient> {
  const response = await fetch(`${app.url}/sign-in?link=${link}`, { redirect: 'manual' })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`no session: ${response.headers.get('location')}`)
  return panelClient(app, cookie)
}

export async function signInAsOwner(app: TestApp): Promise<PanelClient> {
  return openLink(app, await app.ctx.sessions.makeLink(app.channel))
}

/** Somebody new, who works at the first channel with this role. */
export async function signInAs(app: TestApp, role: PanelRole): Promise<PanelClient & { personId: string }> {
  const person = await app.ctx.db.write((tx) => app.ctx.people.invite(tx, app.cause, `a ${role}`, role))
  const client = await openLink(app, await app.ctx.sessions.makeLink(app.channel, person))
  return { ...client, personId: person.id }
}
