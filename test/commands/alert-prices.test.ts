import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { answersTo, type, viewerOf } from './chat-line.ts'
import { makeCommand, withSteps } from './command-maker.ts'

runsOn('sqlite', 'postgres')

describe('the price of an alert', () => {
  let app: TestApp
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    page = await openPage(app)
    for (const username of ['alice', 'bob', 'carol']) {
      await app.call('set-points', { username, amount: 1_000, platform: 'PlatformA' })
    }
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  const pointsOf = async (name: string) => (await viewerOf(app, name)).points
  const play = { type: 'audio_alert', name: 'Airhorn' }
  const shown = () => page.cues.filter(({ kind }) => kind === 'audio-alert')

  it('is paid by the viewer who plays it with a command, beside the price of the command, and stands on the alert', async () => {
    const { word } = await makeCommand(app, { pointsCost: 20, ...withSteps(play) })
    await type(app, 'alice', `!${word}`)
    assert.equal(await pointsOf('alice'), 1_000 - 120)
    assert.deepEqual([shown().at(-1)?.payload.name, shown().at(-1)?.payload.points], ['Airhorn', 100])
  })

  it('is refused in chat to who cannot afford it, and then nothing is played or taken', async () => {
    const { word } = await makeCommand(app, { message: 'Listen!', ...withSteps(play) })
    await app.call('set-points', { username: 'dave', amount: 99, platform: 'PlatformA' })
    const before = shown().length
    const { displayname } = await viewerOf(app, 'dave')
    const said = await answersTo(app, 'dave', `!${word}`)
    assert.deepEqual(said, [`@${displayname} !${word} costs 100 points, and you have 99 points.`])
    assert.equal(await pointsOf('dave'), 99)
    assert.equal(shown().length, before)
  })

  it('is neither charged nor shown when nobody paid: a test and a call', async () => {
    const before = shown().length
    await app.call('trigger-audio-alert', { name: 'Airhorn', username: 'bob' })
    await app.ctx.alerts.test(app.cause, 1, 'bob')
    await eventually('both of them', () => shown().length === before + 2)
    assert.deepEqual(
      shown()
        .slice(before)
        .map(({ payload }) => payload.points),
      [0, 0],
    )
    assert.equal(await pointsOf('bob'), 1_000)
  })

  it('is paid inside other steps too, once for each time that it plays, and the rest comes back', async () => {
    const fourTimes = [play, play, play, play]
    const isRich = { value: '$(points)', above: 0 }
    const twice = {
      type: 'if',
      condition: isRich,
      // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
      then: [{ type: 'repeat', times: 2, steps: [play] }],
      else: fourTimes,
    }
    const chosen = {
      type: 'choose',
      options: [
        { weight: 1, steps: [play] },
        { weight: 0, steps: fourTimes },
      ],
    }
    const { word } = await makeCommand(app, withSteps(twice, chosen))
    const before = shown().length
    await type(app, 'bob', `!${word}`)
    await eventually('all of them', () => shown().length === before + 3)
    assert.deepEqual(
      shown()
        .slice(before)
        .map(({ payload }) => payload.points),
      [100, 100, 100],
    )
    assert.equal(await pointsOf('bob'), 1_000 - 300)
    await app.call('set-points', { username: 'erin', amount: 99, platform: 'PlatformA' })
    const { displayname } = await viewerOf(app, 'erin')
    const said = await answersTo(app, 'erin', `!${word}`)
    assert.deepEqual(said, [`@${displayname} !${word} costs 500 points, and you have 99 points.`])
  })

  it('comes back for an alert that was not played', async () => {
    const { word } = await makeCommand(app, {
      message: 'Not today',
      ...withSteps({ ...play, condition: { value: '$(username)', is: 'somebody-else' } }),
    })
    await type(app, 'carol', `!${word}`)
    assert.equal(await pointsOf('carol'), 1_000)
    page.cut()
    await eventually(
      'the page to be gone',
      () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'audio-alert' }),
    )
    const alone = await makeCommand(app, withSteps(play))
    await type(app, 'carol', `!${alone.word}`)
    assert.equal(await pointsOf('carol'), 1_000)
  })
})
