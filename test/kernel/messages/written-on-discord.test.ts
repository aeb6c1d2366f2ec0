import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { addCatalogue } from '../../../src/kernel/catalogues.ts'
import { answersTo, set } from '../../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { connectBot, setDiscord } from '../../discord/connect-fake-discord.ts'
import { eventually } from '../../eventually.ts'
import { type FakeDiscord, startFakeDiscord } from '../../fakes/discord.ts'
import { channels, people } from '../../fakes/discord-world.ts'
import { signInAsOwner } from '../../panel/panel-client.ts'
import { sandboxCall } from '../../sandbox/sandbox-calls.ts'
import { listMessages } from './listing.ts'
import { pseudoLanguage } from './pseudo-language.ts'
import { untranslatedWords } from './untranslated.ts'

runsOn('sqlite', { because: 'it is about the words of messages, and both engines store the same texts' })

/** Names of viewers and commands, and what the streamer wrote. */
const content = [
  'Opening night',
  'Just Chatting',
  'leaderboard',
  'unlink',
  'mallory',
  'alice',
  'greet',
  'link yes',
  'link',
  'spam',
  'dana',
]

describe('what the bot writes on Discord', () => {
  let discord: FakeDiscord
  let app: TestApp
  before(async () => {
    addCatalogue(pseudoLanguage(listMessages(), 'ltr'))
    discord = await startFakeDiscord()
    app = await createTestApp({ config: { discordApi: discord.api }, discordTimings: { firstRetryMs: 5 } })
    for (const platform of ['PlatformA', 'PlatformB']) await setLive(platform, false)
    await setDiscord(app, {
      announcement: { enabled: true, channel_id: channels.general },
      log_channel_id: channels.clips,
    })
    const greet = { command: 'greet', message: '$(winner)', discordEnabled: true }
    await app.ctx.db.write((tx) => app.ctx.commands.add(tx, app.cause, greet))
    await connectBot(app)
    await eventually('Discord offers the commands', () => discord.world.slashCommands.length > 5)
    await set(app, 'language', { language: 'de' })
  })
  after(async () => {
    await app?.close()
    await discord?.close()
    addCatalogue(JSON.parse(readFileSync('catalogues/de.json', 'utf8')))
  })

  const setLive = (platform: string, live: boolean) => sandboxCall(app, 'set-live', { platform, live })
  async function use(name: string, given: Readonly<Record<string, string>> = {}): Promise<string> {
    const id = discord.interact(people.dana, name, given)
    await eventually(`/${name} is answered`, () => discord.answerTo(id) !== undefined)
    return discord.answerTo(id)?.text ?? ''
  }
  const untranslated = (texts: readonly string[]) => texts.filter((text) => untranslatedWords(text, content).length > 0)

  it('is in the language of the channel where it describes slash commands, also after a change', async () => {
    const texts = () => discord.world.slashCommands.flatMap((command) => descriptionsIn(command))
    await eventually('they are described again', () => untranslated(texts()).length === 0)
    assert.ok(texts().length > 8, String(texts()))
  })

  it('is in it where it answers them', async () => {
    const answers = [await use('points'), await use('unlink')]
    const asked = await use('link')
    answers.push(asked, ...(await answersTo(app, 'alice', /`(!link \w+)`/.exec(asked)?.[1] ?? '')))
    answers.push(...(await answersTo(app, 'alice', '!link yes')))
    answers.push(await use('points'), await use('watchtime'), await use('greet'))
    answers.push(await use('leaderboard', { by: 'points', platform: 'kick' }))
    answers.push(await use('leaderboard', { by: 'watch_time', platform: 'kick' }), await use('unlink'))
    assert.deepEqual(untranslated(answers.map(withoutNames)), [])
  })

  it('is in it where it announces the stream, sums it up and logs moderation', async () => {
    const posted = (channel: string) => discord.sentTo(channel).map(({ body }) => textsOf(body))
    await app.call('title', { title: 'Opening night', platform: 'PlatformA' })
    await setLive('PlatformA', true)
    await eventually('the stream is announced', () => posted(channels.general).length === 1)
    const announced = posted(channels.general).flat()
    // The form in the panel shows the text that is sent.
    const { body: shown } = await (await signInAsOwner(app)).call('get-discord')
    const filled = shown.default_announcement.replace('{channel}', app.channel.name).replace('{title}', 'Opening night')
    assert.ok(announced.includes(filled), `${filled} is not in ${announced}`)
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'viewer7' })
    await setLive('PlatformA', false)
    await eventually('it is summed up', () => posted(channels.general)[0]?.[0]?.includes('Opening night') === false)
    await app.call('ban', { username: 'mallory', platform: 'PlatformA', reason: 'spam' })
    await eventually('the ban is logged', () => posted(channels.clips).length > 0)
    assert.deepEqual(
      untranslated([...announced, ...posted(channels.general).flat(), ...posted(channels.clips).flat()]),
      [],
    )
  })
})

/** Without the code to type, and the viewers of a leaderboard. */
function withoutNames(text: string): string {
  return text.replaceAll(/`[^`]*`|\\\. \w+: /g, '')
}

/** What people read of a slash command, its options and their choices. */
function descriptionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'description' && typeof part === 'string') return [part]
    if (name === 'choices' && Array.isArray(part)) return part.map((choice: { name: string }) => choice.name)
    return descriptionsIn(part)
  })
}

/** The content of a message and the texts of its embed. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (['content', 'title', 'description', 'name', 'value'].includes(name)) return [String(part)]
    return textsOf(part)
  })
}
