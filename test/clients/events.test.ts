import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Parser } from '@asyncapi/parser'
import { EventSource } from 'eventsource'
import { Webhook } from 'standardwebhooks'
import { createAsyncApi } from '../../src/api-description/asyncapi.ts'
import { createNames } from '../../src/registry/names.ts'
import { publishedEvents } from '../../src/registry/published-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../webhooks/receiver.ts'

runsOn('sqlite', { because: 'it is about messages between programs' })

describe('events, received by programs of others', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ config: { outgoingAllow: ['127.0.0.0/8'] } })
  })
  after(() => app.close())

  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })

  it('the library of Standard Webhooks accepts our signatures, old and new secret, and no others', async () => {
    const receiver = await startReceiver()
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url, types: ['points.changed'] })).body
    await points(1)
    await receiver.until(1)
    const rolled = (await app.call('roll-webhook-secret', { id })).body.secret
    await points(2)
    await receiver.until(2)
    const verify = (index: number, key: string) => {
      const { text = '', headers = {} } = receiver.deliveries[index] ?? {}
      return new Webhook(key).verify(text, headers as Record<string, string>) as { data: { delta: number } }
    }
    assert.equal(verify(0, secret).data.delta, 1)
    assert.equal(verify(1, secret).data.delta, 2)
    assert.equal(verify(1, rolled).data.delta, 2)
    assert.throws(() => verify(0, rolled))
    await app.call('delete-webhook', { id })
    await receiver.close()
  })

  it('the client of server-sent events for Node receives them and resumes by itself', async () => {
    const ids: string[] = []
    const amounts: number[] = []
    const cuts: AbortController[] = []
    const source = new EventSource(`${app.url}/v1/events?types=points.changed`, {
      fetch: (input, init) => {
        const cut = new AbortController()
        cuts.push(cut)
        const headers = { ...init.headers, Authorization: `Bearer ${app.key}` }
        return fetch(input, {
          ...init,
          headers,
          signal: AbortSignal.any([cut.signal, ...(init.signal ? [init.signal] : [])]),
        })
      },
    })
    source.onmessage = ({ data, lastEventId }) => {
      const event = JSON.parse(data)
      assert.equal(event.id, lastEventId)
      ids.push(event.id)
      amounts.push(event.data.delta)
    }
    await eventually('the connection', () => source.readyState === source.OPEN)
    await eventually('the first event', async () => {
      await points(10)
      return amounts.length > 0
    })
    // As a broken connection; an abort without a reason would be taken for our own wish.
    cuts.at(-1)?.abort(new TypeError('cut'))
    for (const amount of [21, 22, 23]) await points(amount)
    await eventually('the rest', () => amounts.includes(23))
    assert.deepEqual(
      amounts.filter((amount) => amount > 20),
      [21, 22, 23],
    )
    assert.equal(new Set(ids).size, ids.length)
    source.close()
  })

  for (const naming of ['spec', 'brand'] as const) {
    it(`the parser of AsyncAPI finds nothing wrong with our document, with the names of ${naming}`, async () => {
      const committed = readFileSync(new URL('../../asyncapi.json', import.meta.url), 'utf8')
      const made = JSON.stringify(
        createAsyncApi({ published: publishedEvents, names: createNames(naming), version: '1.0.0' }),
      )
      const { document, diagnostics } = await new Parser().parse(naming === 'spec' ? committed : made)
      const wrong = diagnostics.filter(({ severity }) => severity <= 1)
      assert.deepEqual(
        wrong.map(({ message, path }) => `${path.join('.')}: ${message}`),
        [],
      )
      assert.equal(document?.version(), '3.0.0')
      assert.equal(document?.channels().all().length, 3)
    })
  }
})
