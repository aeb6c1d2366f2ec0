import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { signedHeaders } from '../../src/capabilities/speech/aws-signature.ts'
import { type HttpEngineName, httpEngines } from '../../src/capabilities/speech/contract/speech-engines.ts'
import { createHttpEngineByName } from '../../src/capabilities/speech/open-engines.ts'
import { within } from '../eventually.ts'
import { type FakeSpeechServer, mp3, sendAudio, startFakeSpeechServer, wav } from './fake-speech-server.ts'

const key = 'sk-very-secret-4711'
const text = 'Hello <chat> & "you"'
let service: FakeSpeechServer
before(async () => {
  service = await startFakeSpeechServer()
})
after(() => service.close())
const forget = () => {
  service.asked.length = 0
  service.answerWith(sendAudio(mp3))
}

const engine = (name: HttpEngineName, more = {}, options = {}) =>
  createHttpEngineByName(name, { baseUrl: service.url, key, keyId: 'AKIDEXAMPLE', ...more }, options)
const google = JSON.stringify({ audioContent: mp3.toString('base64') })

describe('what each service is asked', () => {
  afterEach(forget)

  it('OpenAI-compatible', async () => {
    const { mime, bytes, durationMs } = await engine('openai').synthesize({ text, voice: 'nova', speed: 1.5 })
    const [asked] = service.asked
    assert.deepEqual([asked?.method, asked?.path], ['POST', '/v1/audio/speech'])
    assert.equal(asked?.headers.authorization, `Bearer ${key}`)
    assert.deepEqual(JSON.parse(asked?.body ?? ''), {
      model: 'gpt-4o-mini-tts',
      input: text,
      voice: 'nova',
      response_format: 'mp3',
    })
    assert.deepEqual([mime, bytes.equals(mp3), durationMs], ['audio/mpeg', true, 480])
  })

  it('OpenAI-compatible with a speed, for the models that have one', async () => {
    const sent = async (model: string) => {
      await engine('openai', { model }).synthesize({ text, voice: 'nova', speed: 1.5 })
      return JSON.parse(service.asked.at(-1)?.body ?? '').speed
    }
    for (const model of ['tts-1', 'tts-1-hd', 'kokoro']) assert.equal(await sent(model), 1.5, model)
    for (const model of ['gpt-4o-mini-tts', 'gpt-4o-mini-tts-2025-12-15']) assert.equal(await sent(model), undefined)
  })

  it('OpenAI-compatible with a version in its address and without a key', async () => {
    const local = createHttpEngineByName('openai', {
      baseUrl: `${service.url}/v1/`,
      model: 'kokoro',
      voice: 'af_bella',
    })
    await local.synthesize({ text })
    const [asked] = service.asked
    assert.equal(asked?.path, '/v1/audio/speech')
    assert.equal(asked?.headers.authorization, undefined)
    assert.equal(JSON.parse(asked?.body ?? '').voice, 'af_bella')
  })

  it('Piper, whose sound is levelled', async () => {
    service.answerWith(sendAudio(wav, 'audio/wav'))
    const { mime, durationMs, bytes } = await engine('piper').synthesize({ text: 'Say [[fVk]]', speed: 2 })
    assert.equal(service.asked[0]?.path, '/synthesize')
    assert.deepEqual(JSON.parse(service.asked[0]?.body ?? ''), { text: 'Say  fVk ', length_scale: 0.5 })
    assert.deepEqual([mime, durationMs], ['audio/wav', 500])
    assert.ok(bytes.readInt16LE(44 + 2 * 9) !== wav.readInt16LE(44 + 2 * 9))
  })

  it('Piper up to 1.3, which speaks at the bare address', async () => {
    service.answerWith((response, { path }) =>
      path === '/' ? sendAudio(wav, 'audio/wav')(response, service.asked[0] as never) : response.writeHead(404).end(),
    )
    const piper = engine('piper', { voice: 'en_US-lessac-medium' })
    await piper.synthesize({ text })
    await piper.synthesize({ text })
    assert.deepEqual(
      service.asked.map(({ path }) => path),
      ['/synthesize', '/', '/'],
    )
    assert.equal(JSON.parse(service.asked[2]?.body ?? '').voice, 'en_US-lessac-medium')
  })

  it('ElevenLabs', async () => {
    await engine('elevenlabs').synthesize({ text, speed: 2, voice: '../../v1/user' })
    const [asked] = service.asked
    assert.equal(asked?.path, '/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb?output_format=mp3_44100_128')
    assert.equal(asked?.headers['xi-api-key'], key)
    const body = JSON.parse(asked?.body ?? '')
    assert.deepEqual([body.text, body.model_id, body.voice_settings.speed], [text, 'eleven_flash_v2_5', 1.2])
  })

  it('Google, which wraps its sound', async () => {
    service.answerWith(sendAudio(Buffer.from(google), 'application/json; charset=UTF-8'))
    const { mime, bytes } = await engine('google').synthesize({ text, voice: 'tr-TR-Wavenet-A', speed: 0.8 })
    const [asked] = service.asked
    assert.equal(asked?.path, '/v1/text:synthesize')
    assert.equal(asked?.headers['x-goog-api-key'], key)
    assert.deepEqual(JSON.parse(asked?.body ?? ''), {
      input: { text },
      voice: { languageCode: 'tr-TR', name: 'tr-TR-Wavenet-A' },
      audioConfig: { audioEncoding: 'MP3', speakingRate: 0.8 },
    })
    assert.deepEqual([mime, bytes.equals(mp3)], ['audio/mpeg', true])
  })

  it('Azure, with text that cannot break out of its markup', async () => {
    await engine('azure').synthesize({ text: `</voice><audio src='x'/>\u0000 & "hi"`, language: 'de', speed: 1.25 })
    const [asked] = service.asked
    assert.equal(asked?.path, '/cognitiveservices/v1')
    assert.equal(asked?.headers['ocp-apim-subscription-key'], key)
    assert.equal(asked?.headers['content-type'], 'application/ssml+xml')
    assert.equal(asked?.headers['x-microsoft-outputformat'], 'audio-24khz-48kbitrate-mono-mp3')
    assert.equal(
      asked?.body,
      '<speak version="1.0" xml:lang="de-DE"><voice name="de-DE-KatjaNeural"><prosody rate="1.25">' +
        '&lt;/voice&gt;&lt;audio src=&apos;x&apos;/&gt;  &amp; &quot;hi&quot;</prosody></voice></speak>',
    )
  })

  it('Polly, signed', async () => {
    const polly = engine('polly', { region: 'eu-central-1' }, { now: () => new Date('2026-01-02T03:04:05Z') })
    await polly.synthesize({ text, voice: 'Vicki' })
    const [asked] = service.asked
    assert.equal(asked?.path, '/v1/speech')
    assert.deepEqual(JSON.parse(asked?.body ?? ''), {
      Text: text,
      TextType: 'text',
      VoiceId: 'Vicki',
      Engine: 'neural',
      OutputFormat: 'mp3',
    })
    assert.equal(asked?.headers['x-amz-date'], '20260102T030405Z')
    assert.match(
      String(asked?.headers.authorization),
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260102\/eu-central-1\/polly\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
    assert.ok(!String(asked?.headers.authorization).includes(key))
  })

  it("the signature of AWS's own test suite comes out", () => {
    const credentials = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 'service',
    }
    const request = {
      url: new URL('https://example.amazonaws.com/'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
      at: new Date('2015-08-30T12:36:00Z'),
    }
    assert.match(
      signedHeaders(request, credentials).authorization ?? '',
      /Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a$/,
    )
  })
})

describe('services that misbehave', () => {
  afterEach(forget)

  for (const { name } of httpEngines) {
    it(`${name}: an error, a redirect, text and nonsense are refused without a word of the key`, async (t) => {
      const elsewhere = await startFakeSpeechServer()
      t.after(() => elsewhere.close())
      const answers: [number, Record<string, string>, string, RegExp][] = [
        [500, { 'content-type': 'application/json' }, `{"error":"bad key ${key}"}`, /answered with status 500/],
        [401, {}, key, /answered with status 401/],
        [307, { location: `${elsewhere.url}/stolen` }, '', /answered with a redirect/],
        [200, { 'content-type': 'text/html' }, `<h1>${key}</h1>`, /text instead of audio/],
        [200, { 'content-type': 'audio/mpeg' }, `no sound at all ${key}`, /did not answer with audio/],
        [200, { 'content-type': 'audio/mpeg' }, '', /did not answer with audio/],
      ]
      for (const [status, headers, body, message] of answers) {
        service.answerWith((response) => response.writeHead(status, headers).end(body))
        await assert.rejects(engine(name).synthesize({ text }), (error: Error) => {
          assert.match(error.message, message)
          assert.ok(!`${error.stack}${JSON.stringify(error)}${String(error.cause)}`.includes(key))
          return true
        })
      }
      assert.equal(elsewhere.asked.length, 0)
    })
  }

  it('a silent one times out', async () => {
    service.answerWith(() => {})
    const speaking = engine('openai', {}, { timeoutMs: 150 }).synthesize({ text })
    await within('the engine to give up', assert.rejects(speaking, { reason: 'timed_out' }))
  })

  it('one that drips times out as well', async () => {
    service.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write(mp3)
      const timer = setInterval(() => response.write(Buffer.alloc(10)), 20)
      response.on('close', () => clearInterval(timer))
    })
    await assert.rejects(engine('openai', {}, { timeoutMs: 200 }).synthesize({ text }), { reason: 'timed_out' })
  })

  it('one that never stops talking is cut off while it talks', async () => {
    let sent = 0
    service.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      const push = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', push)
      push()
    })
    await assert.rejects(engine('openai').synthesize({ text }), { reason: 'too_large' })
    assert.ok(sent < 40 * 1024 * 1024, `${sent} bytes were taken`)
  })

  it('one that is not there cannot be reached', async () => {
    const gone = await startFakeSpeechServer()
    await gone.close()
    const away = createHttpEngineByName('piper', { baseUrl: gone.url })
    await assert.rejects(away.synthesize({ text }), {
      reason: 'failed',
      message: 'Piper could not be reached (ECONNREFUSED).',
    })
  })

  it('a call that nobody waits for is dropped', async () => {
    service.answerWith(() => {})
    const signal = AbortSignal.timeout(100)
    // A time-out of the caller is not one of the engine's, but both mean the same to it.
    await assert.rejects(engine('openai').synthesize({ text, signal }))
    const leave = new AbortController()
    const pending = assert.rejects(engine('openai').synthesize({ text, signal: leave.signal }), { reason: 'stopped' })
    leave.abort()
    await pending
  })

  it('Google with something else than wrapped sound is refused', async () => {
    for (const body of [
      '{"audioContent":7}',
      '{}',
      'null',
      '[',
      `{"audioContent":"${Buffer.from('text').toString('base64')}"}`,
    ]) {
      service.answerWith(sendAudio(Buffer.from(body), 'application/json'))
      await assert.rejects(engine('google').synthesize({ text }), { reason: 'refused' })
    }
  })
})

describe('settings that cannot work', () => {
  const wrong: [HttpEngineName, Record<string, string>][] = [
    ['elevenlabs', { baseUrl: 'https://example.com' }],
    ['openai', { baseUrl: 'file:///etc/passwd' }],
    ['openai', { baseUrl: 'https://user:pass@example.com' }],
    ['openai', { baseUrl: 'https://example.com/?key=abc' }],
    ['openai', { key: 'bad\nkey: value' }],
    ['openai', { key: 'schlüssel-geheim' }],
    ['azure', { key, region: 'evil.example.com/' }],
    ['polly', { key, region: 'us-east-1@evil' }],
    ['elevenlabs', { key, voice: '../x' }],
  ]
  for (const [name, settings] of wrong) {
    it(`${name} with ${Object.keys(settings).join(' and ')} is refused at once, and values are not repeated`, () => {
      assert.throws(
        () => createHttpEngineByName(name, settings),
        (error: Error) => !Object.values(settings).some((value) => error.message.includes(value)),
      )
    })
  }

  it('voices of a service that does not list them are those that are known of it, and it is not asked again', async () => {
    for (const { name } of httpEngines) {
      const one = engine(name)
      const before = service.asked.length
      for (let times = 0; times < 3; times++) {
        const voices = await one.voices()
        assert.ok(voices.length >= 2 && voices.every((voice) => voice.engine === name))
      }
      assert.deepEqual(
        service.asked.slice(before).map(({ method }) => method),
        ['GET'],
        name,
      )
    }
  })
})
