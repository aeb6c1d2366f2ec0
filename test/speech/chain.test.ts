import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AudioCache, createAudioCache } from '../../src/capabilities/speech/audio-cache.ts'
import { createSpeechChain } from '../../src/capabilities/speech/chain.ts'
import {
  type SpeechEngine,
  SpeechError,
  type SpeechFailureReason,
  type SpeechRequest,
} from '../../src/capabilities/speech/engine.ts'
import { createFlite, type FliteEngine } from '../../src/capabilities/speech/flite.ts'
import { createHttpEngineByName } from '../../src/capabilities/speech/open-engines.ts'
import { createLog } from '../../src/kernel/log.ts'
import { verbatim } from '../../src/kernel/text/message.ts'
import { isSlow } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { type FakeSpeechServer, sendAudio, startFakeSpeechServer, wav } from './fake-speech-server.ts'

isSlow('it speaks with real voices')

const silentLog = createLog('silent')

function fake(name: string, reason?: SpeechFailureReason | 'hang' | 'crash', more: Partial<SpeechEngine> = {}) {
  const requests: SpeechRequest[] = []
  const engine: SpeechEngine & { requests: SpeechRequest[] } = {
    name,
    requests,
    async synthesize(request) {
      requests.push(request)
      if (reason === 'hang') return new Promise(() => {})
      if (reason === 'crash') throw new TypeError('secret details')
      if (reason !== undefined) throw new SpeechError(reason, verbatim(`${name} could not.`))
      return { bytes: Buffer.from(name), mime: 'audio/wav', durationMs: 10 }
    },
    voices: async () => [{ id: 'one', engine: name, name: 'One', language: 'en' }],
    ...more,
  }
  return engine
}

describe('the chain', () => {
  it('lets the first engine speak and keeps its sound under the id of the line', async () => {
    const speech = createSpeechChain({ engines: [fake('a'), fake('b')], log: silentLog })
    const first = await speech.say({ id: 'first', text: 'Hi' })
    await speech.say({ id: 'second', text: 'Hi' })
    assert.deepEqual([first?.engine, first?.mime, first?.durationMs], ['a', 'audio/wav', 10])
    assert.equal((await speech.find('first'))?.bytes.toString(), 'a')
    assert.equal(await speech.find('x'), undefined)
    await speech.close()
  })

  for (const reason of [
    'not_installed',
    'timed_out',
    'refused',
    'too_large',
    'busy',
    'nothing_to_say',
    'crash',
    'hang',
  ] as const) {
    it(`asks the next engine after ${reason}`, async () => {
      const speech = createSpeechChain({ engines: [fake('a', reason), fake('b')], log: silentLog, timeoutMs: 50 })
      assert.equal((await speech.say({ id: 'line', text: 'Hi' }))?.engine, 'b')
      await speech.close()
    })
  }

  it('ends with the text alone when nobody speaks', async () => {
    const speech = createSpeechChain({ engines: [fake('a', 'refused'), fake('b', 'crash')], log: silentLog })
    assert.equal(await speech.say({ id: 'line', text: 'Hi' }), undefined)
    assert.equal(await createSpeechChain({ engines: [], log: silentLog }).say({ id: 'line', text: 'Hi' }), undefined)
  })

  it('follows the order that is set and leaves out what it does not name', async () => {
    const a = fake('a')
    const speech = createSpeechChain({
      engines: [a, fake('b', 'refused'), fake('c')],
      order: ['b', 'c', 'x'],
      log: silentLog,
    })
    assert.equal((await speech.say({ id: 'line', text: 'Hi' }))?.engine, 'c')
    assert.equal(a.requests.length, 0)
  })

  it('asks the engine of the wanted voice first, and sends the voice to no other', async () => {
    const [a, b] = [fake('a'), fake('b', 'refused')]
    const speech = createSpeechChain({ engines: [a, b], log: silentLog })
    assert.equal((await speech.say({ id: 'line', text: 'Hi', voice: 'b:deep' }))?.engine, 'a')
    assert.deepEqual([b.requests[0]?.voice, a.requests[0]?.voice], ['deep', undefined])
  })

  it('prefers an engine that speaks the language, and takes another rather than none', async () => {
    const english = fake('english', undefined, { languages: ['en'] })
    const speech = createSpeechChain({ engines: [english, fake('all')], log: silentLog })
    assert.equal((await speech.say({ id: 'line', text: 'Merhaba', language: 'tr-TR' }))?.engine, 'all')
    assert.equal((await speech.say({ id: 'line', text: 'Hi', language: 'en-GB' }))?.engine, 'english')
    const alone = createSpeechChain({ engines: [english], log: silentLog })
    assert.equal((await alone.say({ id: 'line', text: 'Merhaba', language: 'tr' }))?.engine, 'english')
  })

  it('leaves an engine alone for a while after three failures, and then tries again', async () => {
    let time = 0
    const broken = fake('broken', 'refused')
    const speech = createSpeechChain({ engines: [broken, fake('b')], log: silentLog, restMs: 1000, now: () => time })
    for (let i = 0; i < 5; i++) await speech.say({ id: 'line', text: 'Hi' })
    assert.equal(broken.requests.length, 3)
    time = 1001
    await speech.say({ id: 'line', text: 'Hi' })
    assert.equal(broken.requests.length, 4)
  })

  it('leaves an engine alone only for the channel whose lines it refused', async () => {
    const choosy = fake('choosy', undefined, {
      async synthesize({ voice }) {
        if (voice === 'unknown') throw new SpeechError('refused', verbatim('choosy has no such voice.'))
        return { bytes: Buffer.from('choosy'), mime: 'audio/wav', durationMs: 10 }
      },
    })
    const speech = createSpeechChain({ engines: [choosy, fake('b')], log: silentLog })
    const say = (channelId: number, voice: string) =>
      speech.say({ id: 'line', text: 'Hi', voice: `choosy:${voice}`, turn: { channelId } })
    for (let i = 0; i < 5; i++) assert.equal((await say(1, 'unknown'))?.engine, 'b')
    assert.equal((await say(1, 'one'))?.engine, 'b', 'it rests')
    assert.equal((await say(2, 'one'))?.engine, 'choosy')
  })

  it('speaks the line of a channel at once while another has many under way, and only shows what is too much', async () => {
    const begun: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slow = fake('slow', undefined, {
      async synthesize({ text }) {
        begun.push(text)
        await held
        return { bytes: Buffer.from(text), mime: 'audio/wav', durationMs: 10 }
      },
    })
    const speech = createSpeechChain({ engines: [slow], log: silentLog, timeoutMs: 600_000 })
    const say = (channelId: number, text: string) => speech.say({ id: text, text, turn: { channelId } })
    const flood = Array.from({ length: 40 }, (_, n) => say(1, `flood ${n}`))
    const other = say(2, 'other')
    await turns()
    assert.deepEqual(begun, ['flood 0', 'flood 1', 'flood 2', 'flood 3', 'other'])
    release()
    assert.equal((await other)?.engine, 'slow')
    const spoken = (await Promise.all(flood)).filter((line) => line !== undefined)
    assert.equal(spoken.length, 4 + 32)
  })

  it('stops when nobody waits any more', async () => {
    const second = fake('b')
    const speech = createSpeechChain({ engines: [fake('a', 'hang'), second], log: silentLog })
    assert.equal(await speech.say({ id: 'line', text: 'Hi', signal: AbortSignal.timeout(30) }), undefined)
    assert.equal(second.requests.length, 0)
  })

  it('logs why an engine did not speak, but neither the text nor strange errors', async () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const speech = createSpeechChain({ engines: [fake('a', 'crash'), fake('b', 'refused')], log })
    await speech.say({ id: 'line', text: 'my private words' })
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? '', /"engine":"b","reason":"refused","detail":"b could not\."/)
    assert.doesNotMatch(lines.join(''), /private words|secret details/)
  })

  it('lists the voices of all engines with ids it takes itself', async () => {
    const moody = fake('moody', undefined, { voices: () => Promise.reject(new Error('no')) })
    const speech = createSpeechChain({ engines: [fake('a'), moody, fake('b')], log: silentLog })
    assert.deepEqual(
      (await speech.listVoices()).map(({ id }) => id),
      ['a:one', 'b:one'],
    )
  })
})

describe('a real chain, from a service on the network to the built-in voice', () => {
  let service: FakeSpeechServer
  let flite: FliteEngine
  before(async () => {
    service = await startFakeSpeechServer(sendAudio(wav, 'audio/wav'))
    flite = createFlite()
  })
  after(async () => {
    await flite.close()
    await service.close()
  })

  const failures: Record<string, Parameters<FakeSpeechServer['answerWith']>[0]> = {
    'is slow': () => {},
    'sends too much': (response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' })
      response.end(Buffer.alloc(12 * 1024 * 1024))
    },
    redirects: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'is broken': (response) => response.writeHead(500).end(),
    'sends a page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  }
  for (const [what, answer] of Object.entries(failures)) {
    it(`speaks through Flite when the service ${what}`, async () => {
      const chainWith = (patienceMs: number) => {
        const piper = createHttpEngineByName('piper', { baseUrl: service.url }, { timeoutMs: patienceMs })
        return createSpeechChain({ engines: [piper, flite], log: silentLog, timeoutMs: 60_000 })
      }
      const speech = chainWith(60_000)
      assert.equal((await speech.say({ id: 'line', text: 'Hello.' }))?.engine, 'piper')
      service.answerWith(answer)
      const said = await (what === 'is slow' ? chainWith(300) : speech).say({
        id: 'line',
        text: 'Hello.',
        voice: 'piper:x',
      })
      service.answerWith(sendAudio(wav, 'audio/wav'))
      assert.equal(said?.engine, 'flite')
      assert.ok((said?.durationMs ?? 0) > 300)
    })
  }
})

describe('the sounds kept for the overlay', () => {
  const audio = (size: number) => ({ bytes: Buffer.alloc(size), mime: 'audio/wav' })
  const putEach = (cache: AudioCache, sizes: readonly number[]) =>
    sizes.map((size, index) => {
      cache.put(`line ${index}`, audio(size))
      return `line ${index}`
    })

  it('are limited in number', () => {
    const cache = createAudioCache({ maxItems: 3 })
    const ids = putEach(cache, [1, 2, 3, 4])
    assert.deepEqual(
      ids.map((id) => cache.find(id)?.bytes.length),
      [undefined, 2, 3, 4],
    )
    assert.deepEqual(cache.size(), { items: 3, bytes: 9 })
    cache.clear()
  })

  it('take a limited number of bytes, though the newest always stays', () => {
    const cache = createAudioCache({ maxBytes: 100 })
    const ids = putEach(cache, [60, 60, 30])
    assert.deepEqual(
      ids.map((id) => cache.find(id)?.bytes.length),
      [undefined, 60, 30],
    )
    cache.put('big', audio(500))
    assert.equal(cache.find('big')?.bytes.length, 500)
    assert.deepEqual(cache.size(), { items: 1, bytes: 500 })
    cache.clear()
    assert.deepEqual(cache.size(), { items: 0, bytes: 0 })
  })

  it('are gone after their time', () => {
    let time = 0
    const cache = createAudioCache({ lifeMs: 1000, now: () => time })
    cache.put('line', audio(10))
    time = 999
    assert.ok(cache.find('line'))
    time = 1000
    assert.equal(cache.find('line'), undefined)
    assert.deepEqual(cache.size(), { items: 0, bytes: 0 })
    cache.clear()
  })

  it('go by themselves when nobody asks', async () => {
    const cache = createAudioCache({ lifeMs: 20 })
    cache.put('line', audio(10))
    await eventually('the sound to be gone', () => cache.size().items === 0)
  })
})
