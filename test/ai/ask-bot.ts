import type { TestApp } from '../create-test-app.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

/** Changes settings of the bot, as its page does. */
export async function setBot(app: TestApp, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await app.ctx.db.write((tx) => app.ctx.settings.update(tx, app.cause, 'ai', (value) => ({ ...value, ...settings })))
}

/** A provider as the owner of the first channel enters it; with an id the one that is changed. Prices are millionths of a dollar per million tokens. */
export async function addProvider(
  app: TestApp,
  url: string,
  more: {
    id?: number
    name?: string
    model?: string
    key?: string
    inputPrice?: number
    outputPrice?: number
    timeoutSeconds?: number
  } = {},
): Promise<number> {
  const entered = { name: 'Fake', model: 'small', inputPrice: 0, outputPrice: 0, timeoutSeconds: 60, ...more, url }
  return app.ctx.db.write((tx) => app.ctx.aiParts.providers.save(tx, app.cause, entered, true))
}

export async function removeProviders(app: TestApp): Promise<void> {
  for (const { id } of await app.ctx.aiParts.providers.list(app.channel.id)) {
    await app.ctx.db.write((tx) => app.ctx.aiParts.providers.remove(tx, app.cause, id))
  }
}

/** Writes in the chat of the sandbox and waits until everything that follows is done. Returns the new lines of the bot. */
export async function say(
  app: TestApp,
  username: string,
  text: string,
  { platform = 'PlatformA', key = app.key }: { platform?: string; key?: string } = {},
): Promise<string[]> {
  const before = await botLines(app, platform, key)
  await sandboxCall(app, 'chat', { platform, username, text }, { key })
  await new Promise((resolve) => setImmediate(resolve))
  await app.app.bot.settled()
  const after = await botLines(app, platform, key)
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id)).map((line) => line.text)
}

async function botLines(app: TestApp, platform: string, key: string) {
  const { body } = await sandboxCall(app, 'state', { platform }, { key })
  return (body.chat as { id: string; as: string; text: string }[]).filter((line) => line.as === 'bot')
}

export async function newestAnswer(app: TestApp): Promise<Record<string, unknown>> {
  const page = await app.ctx.events.page(app.ctx.db, app.channel.id, {
    role: 'owner',
    limit: 1,
    matches: ({ kind }) => kind === 'ai.answered',
  })
  const [event] = page.events
  if (event === undefined) throw new Error('the AI bot has answered nothing')
  return { ...event.data }
}
