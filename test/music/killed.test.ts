import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callOver } from '../call-over.ts'
import { createServerNode, type ServerNode } from '../cluster/nodes.ts'
import { isSlow, needs, runsOn, testEngine } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTestDatabase } from '../kernel/postgres/test-database.ts'

runsOn('sqlite', 'postgres')
needs('postgres', 'haproxy')
isSlow('it starts the server four times')

const asked = [
  ['alice', 'wings', 'In the Wings'],
  ['bob', 'walking', 'Walking to the Desk'],
  ['carol', 'intermission', 'Intermission'],
] as const

describe('the queue of songs of a server that is killed', () => {
  let node: ServerNode
  let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined
  before(async () => {
    if (testEngine === 'postgres')
      database = await createTestDatabase('the queue of songs of a killed server', 'tables')
    node = await createServerNode(database === undefined ? {} : { DATABASE_URL: database.url })
    await node.start()
    await eventually('the key', () => node.key() !== '')
  })
  after(async () => {
    await node?.remove()
    await database?.drop()
  })

  const call = async (operation: string, input: object = {}) => {
    const { status, body } = await callOver(node.url, node.key(), operation, input)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const queue = async () => {
    const { song, requests } = await call('list-song-requests')
    const waiting: string[] = requests.map(({ id, title }: { id: number; title: string }) => `${id} ${title}`)
    return { now: song?.title, at: song?.position_ms, waiting }
  }

  it('has every accepted request, in its order, and the song at its place', async () => {
    await call('start-song')
    // A paused song stays where it is, however long the machine takes.
    await call('stop-song')
    const request = ([username, song]: (typeof asked)[number]) =>
      call('request-song', { song, username, platform: 'PlatformA' })
    for (const [index, one] of asked.entries()) {
      const known = await queue()
      // It may have been accepted in the moment of the last kill.
      if (!known.waiting.some((waiting) => waiting.endsWith(one[2]))) await request(one)
      const before = await queue()
      assert.equal(before.waiting.length, index + 1)
      const next = asked[index + 1]
      const late = next === undefined ? undefined : request(next).catch(() => undefined)
      await node.kill()
      await late
      await node.start()
      const after = await queue()
      assert.deepEqual(after.waiting.slice(0, before.waiting.length), before.waiting)
      assert.ok(after.waiting.length <= before.waiting.length + 1)
      assert.deepEqual([after.now, after.at], [before.now, before.at])
    }
  })
})
