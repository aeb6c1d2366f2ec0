import assert from 'node:assert/strict'
import type { SettingName } from '../../src/registry/setting-schemas.ts'
import type { TestApp } from '../create-test-app.ts'
import { chatOf, type StateLine, sandboxCall } from '../sandbox/sandbox-calls.ts'

/** Types a line as a viewer and waits until whatever it set off is over. Answers with its id. */
export async function type(
  app: TestApp,
  username: string,
  text: string,
  { platform = 'PlatformA', roles, key = app.key }: { platform?: string; roles?: readonly string[]; key?: string } = {},
): Promise<string> {
  const line = { platform, username, text, ...(roles === undefined ? {} : { roles }) }
  const { status, body } = await sandboxCall(app, 'chat', line, { key })
  assert.equal(status, 200, JSON.stringify(body))
  // The runs begin once the line is committed, in the turn after.
  await new Promise((resolve) => setImmediate(resolve))
  await app.app.bot.settled()
  return body.id
}

/** What the bot answered to a line. */
export async function answersTo(app: TestApp, username: string, text: string, more: Parameters<typeof type>[3] = {}) {
  const platform = more?.platform ?? 'PlatformA'
  const id = await type(app, username, text, more)
  const lines = await chatOf(app, platform)
  const at = lines.findIndex((line) => line.id === id)
  return botLines(at < 0 ? lines.slice(-1) : lines.slice(at + 1))
}

export function botLines(lines: readonly StateLine[]): string[] {
  return lines.filter(({ as }) => as === 'bot').map(({ text }) => text)
}

export async function set(app: TestApp, name: SettingName, value: unknown): Promise<void> {
  await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, name, value))
}

export async function viewerOf(app: TestApp, username: string, platform: 'kick' | 'twitch' | 'youtube' = 'kick') {
  return app.ctx.viewers.get(app.channel, platform, { username })
}
