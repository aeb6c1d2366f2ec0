import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import type { ServerMessage } from '../../src/registry/overlay-messages.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { tokenOf } from '../overlay/page-client.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('a voice effect', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  /** What the server says to a page until it says something of this type. */
  async function open(page: string) {
    // First the token: a socket that opens before anybody listens says nothing, for ever.
    const token = await tokenOf(app)
    const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}/overlay/socket`)
    const heard: ServerMessage[] = []
    const waiting = new Set<() => void>()
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token, page })))
    socket.on('message', (data) => {
      heard.push(JSON.parse(String(data)) as ServerMessage)
      for (const look of waiting) look()
    })
    const until = async <T extends ServerMessage['type']>(type: T) => {
      type Wanted = Extract<ServerMessage, { type: T }>
      for (;;) {
        const found = heard.find((message): message is Wanted => message.type === type)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    }
    return { until, close: () => socket.close() }
  }

  it('is sent to the pages that are there, and to those that come while it lasts', async () => {
    const early = await open('early')
    assert.equal((await early.until('welcome')).voice, null)
    const { word } = await makeCommand(app, {
      message: 'Beep.',
      ...withSteps({ type: 'voice_effect', effect: 'robot', seconds: 60 }),
    })
    await app.call('run-command', { command: word })
    const { voice } = await early.until('voice-effect')
    assert.equal(voice?.effect, 'robot')
    assert.equal(voice?.endsAt, clock.now() + 60_000)
    const late = await open('late')
    assert.deepEqual((await late.until('welcome')).voice, voice)
    early.close()
    late.close()
  })
})
