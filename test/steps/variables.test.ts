import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fillCommandsPage } from '../../scripts/docs/commands-page.ts'
import { variables } from '../../src/capabilities/steps/contract/variables.ts'
import { answersTo } from '../commands/chat-line.ts'
import { makeCommand } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', 'postgres')

const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8')

/** The names that were promised, so that none goes missing. */
const promised =
  'user userid displayname touser args 1 2 3 4 5 6 7 8 9 channel platform title game uptime viewers followers points watchtime messages rank count random pick time song lastfollower lastsub'.split(
    ' ',
  )

describe('the variables of a reply', () => {
  let app: TestApp
  let now = Date.UTC(2026, 0, 15, 18, 25)
  before(async () => {
    app = await createTestApp({ clock: { now: () => now, steady: () => performance.now() } })
    // The stream begins when it is first looked at, and an hour and five minutes pass.
    await app.call('get-stream-meta')
    now += 65 * 60_000
  })
  after(() => app.close())

  it('are all there', () => {
    const names = variables.map(({ name }): string => name)
    for (const name of promised) assert.ok(names.includes(name), name)
  })

  for (const { name, example } of variables) {
    const [text, gives] = example
    it(`$(${name}) makes of ${JSON.stringify(text)} what the guide says`, async () => {
      const { word } = await makeCommand(app, { message: text })
      const [said] = await answersTo(app, 'alice', `!${word} @bob 7`)
      const allowed = typeof gives === 'string' ? [gives] : gives
      if (name === 'commands') assert.match(said ?? '', /^Commands: !hello, !discord, /)
      else assert.ok(allowed.includes(said ?? ''), `it gave ${JSON.stringify(said)}, not ${JSON.stringify(gives)}`)
    })
  }

  it('are nested, filled once and left alone when nobody knows them', async () => {
    const { word } = await makeCommand(app, { message: '$(points $(touser)) $(args) $(nobody $(user))' })
    const [said] = await answersTo(app, 'alice', `!${word} bob $(points)`)
    assert.equal(said, '850 bob $(points) $(nobody $(user))')
  })

  it("are cut at the platform's limit, after three lines", async () => {
    const { word } = await makeCommand(app, { message: 'word '.repeat(400), platforms: ['kick', 'youtube'] })
    const onKick = await answersTo(app, 'alice', `!${word}`)
    const onYouTube = await answersTo(app, 'alice', `!${word}`, { platform: 'PlatformC' })
    assert.deepEqual(
      [onKick, onYouTube].map((lines) => lines.map((line) => line.length)),
      [
        [499, 499, 499],
        [199, 199, 199],
      ],
    )
  })

  it('are cut between characters, also those that are made of several', async () => {
    const family = '👩‍👩‍👧‍👦'
    const { word } = await makeCommand(app, { message: family.repeat(100), platforms: ['kick'] })
    assert.deepEqual(await answersTo(app, 'alice', `!${word}`), [family.repeat(71), family.repeat(29)])
  })
})

it('the guide to commands shows every variable and step as defined', () => {
  assert.equal(page, fillCommandsPage(page), 'run npm run reference')
})
