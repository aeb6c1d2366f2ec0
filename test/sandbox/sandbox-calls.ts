import type { TestApp } from '../create-test-app.ts'
import { httpCall } from '../http-call.ts'
import { loose } from '../loose-events.ts'
import { type ExpectedStatus, readAnswer, type TestAnswer } from '../test-answer.ts'

/** `POST /sandbox/v1/<action>` as anybody with a key would send it. Throws when its status is not the expected one, 200 unless it is said. */
export async function sandboxCall(
  app: TestApp,
  action: string,
  body: unknown = {},
  options: { key?: string | null; method?: string; status?: ExpectedStatus } = {},
): Promise<TestAnswer> {
  const { key = app.key, method = 'POST', status = 200 } = options
  const response = await httpCall(`${app.url}/sandbox/v1/${action}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return readAnswer(`sandbox ${action}`, response, status)
}

export interface StateLine {
  readonly id: string
  readonly username: string
  readonly text: string
  readonly as: string
  readonly at: string
}

export async function chatOf(app: TestApp, platform = 'PlatformA', key = app.key): Promise<StateLine[]> {
  return (await sandboxCall(app, 'state', { platform }, { key })).body.chat
}

/** What happened after a place in the history, for "nothing was left behind". That a key was used is recorded later. */
export async function eventsSince(app: TestApp, seq = 0) {
  const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, seq, 10_000))
  return events.filter(({ kind }) => !kind.startsWith('key.'))
}

/** Looks at the last few events first: to read all of them takes longer than most calls. */
export async function lastSeq(app: TestApp): Promise<number> {
  const newest = await app.ctx.events.lastSeq(app.ctx.db, app.channel.id)
  const last = (await eventsSince(app, newest - 20)).at(-1) ?? (await eventsSince(app)).at(-1)
  return last?.seq ?? 0
}
