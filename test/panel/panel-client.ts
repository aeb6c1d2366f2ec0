import type { PanelRole } from '../../src/kernel/operation/contract/panel-roles.ts'
import type { PanelCalls } from '../../src/panel-operations.ts'
import type { TestApp } from '../create-test-app.ts'
import { httpCall } from '../http-call.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { type ExpectedStatus, readAnswer, type TestAnswer } from '../test-answer.ts'

interface PanelCallOptions {
  /** 200 unless it is said. */
  readonly status?: ExpectedStatus
  readonly headers?: Readonly<Record<string, string>>
}

export interface PanelClient {
  readonly cookie: string
  /** Throws when the status is not the expected one. */
  call(name: keyof PanelCalls | (string & {}), input?: unknown, options?: PanelCallOptions): Promise<TestAnswer>
}

/** A browser whose session cookie is this one, as far as the server can tell. */
export function panelClient(app: TestApp, cookie: string): PanelClient {
  return {
    cookie,
    async call(name, input = {}, { status = 200, headers = {} } = {}) {
      const response = await httpCall(`${app.url}/panel/api/${name}`, {
        headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
        body: typeof input === 'string' ? input : JSON.stringify(input),
      })
      return readAnswer(name, response, status)
    },
  }
}

/** Signs in with a link. */
export async function openLink(app: TestApp, link: string): Promise<PanelClient> {
  const response = await pressSignIn(`${app.url}/sign-in?link=${link}`)
  const cookie = sessionIn(response)
  if (cookie === undefined) throw new Error(`no session: ${response.headers.get('location')}`)
  return panelClient(app, cookie)
}

/** Without the page, which serves each address only so many times a minute. */
export async function openSession(app: TestApp, link: string): Promise<PanelClient> {
  const { session } = await app.ctx.sessions.redeem(link, 'test')
  return panelClient(app, `showcaller_session=${session}`)
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
