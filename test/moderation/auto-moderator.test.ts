import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createAutoModerator } from '../../src/capabilities/moderation/auto-moderator.ts'
import type { ReceivedLine } from '../../src/capabilities/moderation/received-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { turns } from '../eventually.ts'

runsOn('sqlite', { because: 'what is under way is counted in memory' })

describe('a raid on one channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('leaves the messages of another channel to be deleted as always', async () => {
    const deleted: number[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { db, log, settings, moderation } = app.ctx
    const slow = {
      ...moderation,
      async deleteMessage({ channel }: { channel: { id: number } }) {
        deleted.push(channel.id)
        await held
      },
    }
    const moderator = createAutoModerator({ db, log, settings, moderation: slow as typeof moderation })
    const line = (id: number) =>
      ({
        channel: { ...app.channel, id },
        platform: 'kick',
        event: { id: 'message' },
        viewer: { userId: '1', username: 'raider', displayname: 'Raider' },
        offence: { rule: 'links', action: 'delete' },
      }) as unknown as ReceivedLine
    for (let n = 0; n < 300; n++) moderator.handle(line(app.channel.id))
    moderator.handle(line(app.channel.id + 1))
    await turns()
    assert.deepEqual([deleted.length, deleted.at(-1)], [51, app.channel.id + 1])
    release()
    await moderator.settled()
  })
})
