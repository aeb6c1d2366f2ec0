import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callOver } from '../call-over.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { isSigned, startReceiver } from '../webhooks/receiver.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
isSlow('it starts the program for each command')

describe('showcaller listen', () => {
  const place = createWorkplace()
  let server: Awaited<ReturnType<typeof place.serve>>
  before(async () => {
    server = await place.serve()
  })
  after(async () => {
    await server.stop()
    await place.close()
  })

  const points = (amount: number) =>
    callOver(server.url, server.key ?? '', 'add-points', { username: 'alice', amount, platform: 'PlatformA' })

  it('prints events as they happen, and posts them to a local address, signed like a webhook', async () => {
    const receiver = await startReceiver()
    const listening = place.start(['listen', '--types', 'points.*', '--forward', receiver.url])
    let stdout = ''
    let stderr = ''
    listening.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk
    })
    listening.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    await eventually('an event', async () => {
      await points(1)
      return stdout.includes('\n')
    })
    const event = JSON.parse(stdout.split('\n')[0] ?? '')
    assert.deepEqual([event.type, event.data.username, event.is_test], ['points.changed', 'alice', false])
    await receiver.until(1)
    const secret = /whsec_\S+/.exec(stderr)?.[0] ?? ''
    const [posted] = receiver.deliveries
    assert.ok(posted !== undefined && isSigned(posted, secret, Date.now()))
    await eventually('the result', () => /points\.changed \S+: 204/.test(stderr))
    listening.kill('SIGINT')
    await receiver.close()
  })

  it('says what is wrong with a type or an address, and that a server is needed', async () => {
    const wrong = await place.run(['listen', '--types', 'no.such'])
    assert.deepEqual([wrong.code, /there is no event type no\.such/.test(wrong.stderr)], [1, true])
    assert.equal((await place.run(['listen', '--forward', 'nonsense'])).code, 2)
    const alone = createWorkplace()
    const none = await alone.run(['listen'])
    assert.deepEqual([none.code, /no server runs/.test(none.stderr)], [1, true])
    await alone.close()
  })
})
