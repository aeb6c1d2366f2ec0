import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { type FakeDiscord, startFakeDiscord } from '../fakes/discord.ts'
import { botToken, channels } from '../fakes/discord-world.ts'

const connected = new WeakMap<TestApp, FakeDiscord>()

/** Settings of Discord for the channel of an app; what is left out gets its default. */
export async function setDiscord(app: TestApp, value: Readonly<Record<string, unknown>>): Promise<void> {
  await app.ctx.db.write((tx) =>
    app.ctx.settings.set(tx, app.cause, 'discord', { channel_id: channels.general, ...value }),
  )
}

/** Enters the token, as the panel does, and waits until the bot is there. */
export async function connectBot(app: TestApp): Promise<void> {
  const store = await app.ctx.serviceSetups.save(app.cause, 'discord', [{ name: 'token', value: botToken }])
  await app.ctx.db.write(store)
  // The status would be that of the simulated server until the bot is there.
  await eventually('Discord is connected', () => app.ctx.discord.snapshotOf(app.channel.id)?.guild?.name !== undefined)
}

/**
 * Connects the channel of the app with a fake Discord of its own, which ends with the process. Everybody in voice is where
 * they were at the start.
 */
export async function connectFakeDiscord(app: TestApp): Promise<undefined> {
  const known = connected.get(app)
  if (known !== undefined) {
    known.resetVoice()
    const isBack = async () => {
      const { channels: voice } = await app.ctx.discord.call(app, 'voice-members', {})
      const members = voice.map((channel) => channel.members.filter(({ isMuted }) => !isMuted).length)
      return members.join() === '2,2'
    }
    await eventually('everybody is in their voice channel again', isBack)
    return
  }
  const discord = await startFakeDiscord()
  discord.unref()
  connected.set(app, discord)
  Object.assign(app.app.config, { discordApi: discord.api })
  await setDiscord(app, {})
  await connectBot(app)
}
