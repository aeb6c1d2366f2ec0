import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWav, writeWav } from '../../src/capabilities/sounds/wav.ts'
import { createSpeechChain } from '../../src/capabilities/speech/chain.ts'
import { type SpeechEngine, SpeechError, type SpokenAudio } from '../../src/capabilities/speech/engine.ts'
import { divideLine } from '../../src/capabilities/speech/speech-parts.ts'
import { createLog } from '../../src/kernel/log.ts'
import { verbatim } from '../../src/kernel/text/message.ts'

const wordsOf = (text: string) => text.trim().split(/\s+/)

describe('a line in parts', () => {
  it('is divided at the ends of sentences, and first at a comma or where a speaker takes a breath', () => {
    const parts = (text: string) => divideLine(text).map((part) => part.text)
    assert.deepEqual(parts('thank you so much for the stream tonight it really made my day and I hope so'), [
      'thank you so much',
      'for the stream tonight it really made my day and I hope so',
    ])
    assert.deepEqual(parts('Hello my friends, this is a long line. It has two sentences. Bye.'), [
      'Hello my friends, this is a long line.',
      'It has two sentences.',
      'Bye.',
    ])
    assert.deepEqual(parts('one two three four five, six seven eight nine ten eleven twelve'), [
      'one two three four five,',
      'six seven eight nine ten eleven twelve',
    ])
    assert.deepEqual(parts('A short line stays whole.'), ['A short line stays whole.'])
  })

  it('keeps every word in order, whatever the text', () => {
    const pieces = [
      'word',
      'and',
      'Dr.',
      'no!',
      'yes?',
      'well,',
      'e.g.',
      '…',
      '😀',
      '5.5',
      'it',
      '"quoted."',
      'x'.repeat(60),
    ]
    for (let seed = 1; seed <= 300; seed++) {
      const words = Array.from(
        { length: seed % 90 || 1 },
        (_, n) => pieces[(seed * 7 + n * n * seed + n) % pieces.length],
      )
      const text = words.join(' ')
      const joined = divideLine(text).flatMap((part) => wordsOf(part.text))
      assert.deepEqual(joined, wordsOf(text), text)
      assert.ok(wordsOf(divideLine(text)[0]?.text ?? '').length <= 9)
    }
  })
})

describe('the chain with an engine that speaks in parts', () => {
  const part = (value: number, length = 1600): SpokenAudio => {
    const samples = new Int16Array(length).fill(value)
    return { bytes: writeWav({ sampleRate: 16_000, channels: 1, samples }), mime: 'audio/wav', durationMs: length / 16 }
  }

  /** An engine whose second part comes when the test says so. */
  function create(end: 'ends' | 'fails', more: Partial<Parameters<typeof createSpeechChain>[0]> = {}) {
    const second = Promise.withResolvers<SpokenAudio>()
    const engine: SpeechEngine = {
      name: 'slow',
      async synthesize({ inParts }) {
        if (!inParts) return part(9)
        return { ...part(1), expectedMs: 250, rest: rest() }
      },
      voices: async () => [],
    }
    async function* rest() {
      yield await second.promise
      if (end === 'fails') throw new SpeechError('failed', verbatim('as asked'))
    }
    const logged: string[] = []
    const log = createLog('warn', (line) => logged.push(line))
    return { chain: createSpeechChain({ engines: [engine], log, ...more }), second, logged }
  }

  const id = 'line'

  async function read(parts: AsyncIterable<Buffer> | undefined): Promise<number[]> {
    const values: number[] = []
    for await (const bytes of parts ?? []) values.push(readWav(bytes)?.samples[0] ?? Number.NaN)
    return values
  }

  it('returns with the first part; the parts can be read as they come, the whole when it is complete', async () => {
    const { chain, second } = create('ends')
    const line = await chain.say({ id, text: 'Hi', inParts: true })
    assert.deepEqual([line?.durationMs, line?.isInParts], [250, true])
    const reader = chain.readParts(id)?.[Symbol.asyncIterator]()
    const first = (await reader?.next())?.value
    assert.equal(readWav(first)?.samples[0], 1)
    const whole = chain.find(id)
    second.resolve(part(2, 800))
    assert.equal(readWav((await reader?.next())?.value)?.samples[0], 2)
    assert.equal((await reader?.next())?.done, true)
    const { bytes, durationMs } = (await whole) ?? assert.fail('it is gone')
    assert.deepEqual([readWav(bytes)?.samples.length, durationMs], [2400, 150])
    assert.deepEqual((await chain.find(id))?.bytes, bytes, 'the same after it was completed')
    assert.deepEqual(await read(chain.readParts(id)), [1], 'in one file for those who come later')
    assert.equal(chain.readParts('x'), undefined)
    await chain.close()
  })

  it('keeps the parts that were spoken when a later one fails, and says so in the log', async () => {
    const { chain, second, logged } = create('fails')
    await chain.say({ id, text: 'Hi', inParts: true })
    second.resolve(part(2))
    assert.deepEqual(await read(chain.readParts(id)), [1, 2])
    assert.equal(readWav((await chain.find(id))?.bytes ?? Buffer.alloc(0))?.samples.length, 3200)
    assert.match(logged.join(), /the rest of a line could not be spoken/)
    await chain.close()
  })

  it('speaks the whole line at once where it has to be shared, and where nobody asked for parts', async () => {
    const shared: number[] = []
    const { chain } = create('ends', { onSpoken: async (_id, { bytes }) => void shared.push(bytes.length) })
    assert.equal((await chain.say({ id, text: 'Hi', inParts: true }))?.isInParts, false)
    assert.equal(shared.length, 1)
    const { chain: other } = create('ends')
    assert.equal((await other.say({ id, text: 'Hi' }))?.isInParts, false)
    await Promise.all([chain.close(), other.close()])
  })
})
