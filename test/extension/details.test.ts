import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detailOf, type PageDetail } from '../../extension/clip-details.ts'
import { clipDetails } from '../../extension/messages.ts'
import { createClipExtension } from '../../src/capabilities/extension/clip-extension.ts'
import { createClipOrders } from '../../src/capabilities/extension/gateway/clip-orders.ts'
import { parseExtensionFrame } from '../../src/capabilities/extension/gateway/parse-frame.ts'
import { extensionErrors } from '../../src/capabilities/extension/messages.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { catalogueOf } from '../../src/kernel/catalogues.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { storeText } from '../../src/kernel/text/store-text.ts'
import { sentReason } from '../../src/registry/page-reasons.ts'
import { runsOn } from '../declare.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { pseudoLanguage } from '../kernel/messages/pseudo-language.ts'
import { untranslatedWords } from '../kernel/messages/untranslated.ts'

runsOn('sqlite', { because: 'it is about texts, and nothing is stored' })

type Fields = Readonly<Record<keyof PageDetail, unknown>>
const nothing: Fields = { problem: undefined, status: undefined, words: undefined }

/** As the extension sends what came out of the page. */
function sent(fields: Partial<Fields>): string {
  return sentReason(detailOf({ ...nothing, ...fields }, 'streamer'))
}

/** As the server reads it. */
function received(detail: string) {
  const frame = { type: 'clip-result', id: 'clip_1', ok: false, reason: 'refused', detail }
  const message = parseExtensionFrame(JSON.stringify(frame))
  return message?.type === 'clip-result' ? message.result : undefined
}

async function failureAfter(detail: string): Promise<Failure> {
  const extension = createClipExtension({ isConnected: () => true, ask: async () => received(detail) })
  const wanted = { slug: 'streamer', title: 'x', seconds: 30 }
  const failure: unknown = await extension.clip(1, wanted, AbortSignal.timeout(60_000)).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure)
  return failure
}

describe('what the clip extension reports', () => {
  it('is read in the language of the reader, inside the error that it explains', async () => {
    const pseudo = pseudoLanguage(listMessages(), 'ltr')
    for (const problem of Object.keys(clipDetails)) {
      const { text, message } = await failureAfter(sent({ problem, status: 503 }))
      assert.doesNotMatch(message, /[{}]/)
      const read = text.write(pseudo)
      assert.deepEqual(untranslatedWords(read), [], read)
    }
    const { text, message } = await failureAfter(sent({ problem: 'channelNotFound' }))
    assert.equal(message, 'Kick refused the clip (the channel streamer is not found).')
    const german = 'Kick hat den Clip abgelehnt (der Kanal streamer wurde nicht gefunden).'
    assert.equal(text.write(await catalogueOf('de')), german)
  })

  it('quotes Kick as it was, also where it says what is a message', async () => {
    const german = await catalogueOf('de')
    for (const words of ['You are banned', clipDetails.late.text]) {
      const { text, message } = await failureAfter(sent({ words }))
      assert.equal(message, `Kick refused the clip (${words}).`)
      assert.equal(text.write(german), `Kick hat den Clip abgelehnt (${words}).`)
    }
    const { message } = await failureAfter(
      sent({ words: `a\u001e\n{"key":"extension.details.late"}${'x'.repeat(500)}` }),
    )
    assert.match(message, /^Kick refused the clip \(a {2}\{"key":"extension.details.late"\}x+\)\.$/)
    assert.equal((await failureAfter(sent({ words: '' }))).message, 'Kick refused the clip.')
  })

  it('is the sentence as it stands when an older extension sends one', async () => {
    const { text, message } = await failureAfter('the draft of the clip has no id')
    assert.equal(message, 'Kick refused the clip (the draft of the clip has no id).')
    const german = text.write(await catalogueOf('de'))
    assert.equal(german, 'Kick hat den Clip abgelehnt (the draft of the clip has no id).')
  })

  it('says that the page gave no answer when anything else comes out of it', async () => {
    for (const fields of [{}, { problem: 'toString' }, { problem: 7, words: { a: 1 } }]) {
      assert.equal((await failureAfter(sent(fields))).message, 'Kick refused the clip (the page gave no answer).')
    }
  })

  it('is taken with keys of the extension alone, and in bounds', () => {
    assert.ok(received(sent({ problem: 'late' })) !== undefined)
    for (const detail of [
      storeText(extensionErrors.notLive.of()),
      sent({ problem: 'late' }).replace('extension.details', 'overlay.details'),
      `${sent({ problem: 'late' })}!`,
      'x'.repeat(1001),
      `two\nlines`,
    ]) {
      assert.equal(received(detail), undefined, detail)
    }
  })
})

describe('a browser that gives no result', () => {
  it('is reported in the language of the reader', async () => {
    const german = await catalogueOf('de')
    const timings = { clipTimeoutMs: 5, reconnectTimeoutMs: 5 }
    const browser = { channelId: 1, id: 'browser' }
    const wanted = { channel: 'streamer', title: 'x', seconds: 30 }
    const reported = async (happens: (orders: ReturnType<typeof createClipOrders>) => void) => {
      const orders = createClipOrders({ ids: randomIds, ...timings })
      const ask = () => {
        const result = orders.send(browser, wanted, () => {})
        happens(orders)
        return result
      }
      const extension = createClipExtension({ isConnected: () => true, ask })
      const clip = extension.clip(1, { slug: 'streamer', title: 'x', seconds: 30 }, AbortSignal.timeout(60_000))
      const failure: unknown = await clip.catch((error: unknown) => error)
      assert.ok(failure instanceof Failure)
      const inside = /\((.*)\)/
      return [inside.exec(failure.message)?.[1], inside.exec(failure.text.write(german))?.[1]]
    }
    assert.deepEqual(await reported(() => {}), ['the browser did not answer', 'der Browser hat nicht geantwortet'])
    assert.deepEqual(await reported((orders) => orders.disconnected(browser)), [
      'the browser disconnected',
      'der Browser hat die Verbindung verloren',
    ])
    assert.deepEqual(await reported((orders) => orders.close()), [
      'the server was shut down',
      'der Server wurde beendet',
    ])
  })
})
