import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createSongLinks, maxLinkBytes } from '../../src/capabilities/music/song-links.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { createOutgoing } from '../../src/platforms/calls/outgoing.ts'
import { wavOf } from '../uploads/files.ts'

describe('an audio file that a viewer links to', () => {
  const requested: string[] = []
  let release = () => {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    if (path.startsWith('/moved')) response.writeHead(302, { Location: '/tune.wav' }).end()
    else if (path.startsWith('/gone')) response.writeHead(404).end('gone')
    else if (path.startsWith('/page')) response.end('<html>not a song</html>')
    else if (path.startsWith('/large')) response.writeHead(200, { 'Content-Length': maxLinkBytes + 1 }).end()
    else if (path.startsWith('/slow')) release = () => void response.end(wavOf(1))
    else response.end(wavOf(2.2))
  })
  let host = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => void server.close())

  /** Plain HTTP in place of TLS, for which loopback has no certificate; all guards are the real ones. */
  function linksAllowing(...allow: string[]) {
    const outgoing = createOutgoing({ allow })
    return createSongLinks(async () => ({
      download: (request, maxBytes) =>
        outgoing.download({ ...request, url: request.url.replace('https:', 'http:') }, maxBytes),
    }))
  }
  const links = linksAllowing('127.0.0.1')
  const read = (path: string, hosts: readonly string[] = ['127.0.0.1'], from = links) =>
    from.read(1, `https://${host}${path}`, hosts)
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof Failure, String(error))
    return [error.code, error.message]
  }

  it('is loaded once to read its length, and named after its file', async () => {
    requested.length = 0
    const song = await read('/music/My%20own_tune.wav?download=1')
    assert.deepEqual(song, {
      title: 'My own tune',
      artist: '127.0.0.1',
      source: `https://${host}/music/My%20own_tune.wav?download=1`,
      seconds: 3,
    })
    assert.equal(requested.length, 1)
  })

  it('is not asked for at a site that is not allowed, nor in a network of the operator that is not public', async () => {
    requested.length = 0
    const no = ['song_request_refused', 'Links to 127.0.0.1 cannot be requested here.']
    assert.deepEqual(await refusal(read('/tune.wav', ['files.example.org'])), no)
    assert.deepEqual(await refusal(read('/tune.wav', [])), no)
    assert.deepEqual(await refusal(read('/tune.wav', ['127.0.0.1'], linksAllowing())), no)
    assert.deepEqual(requested, [])
  })

  it('must be there, be sound, and be no larger than the limit; redirects are not followed', async () => {
    const notAudio = 'The link does not lead to an audio file whose length can be read.'
    assert.deepEqual(await refusal(read('/page')), ['song_request_refused', notAudio])
    assert.deepEqual(await refusal(read('/gone')), ['song_request_refused', '127.0.0.1 answered with status 404.'])
    assert.equal((await refusal(read('/large')))[0], 'request_failed')
    requested.length = 0
    assert.equal((await refusal(read('/moved')))[0], 'request_failed')
    assert.deepEqual(requested, ['/moved'])
  })

  it('is read one at a time for a channel', async () => {
    const slow = read('/slow')
    const busy = 'Another link is being checked. Try again in a moment.'
    assert.deepEqual(await refusal(read('/tune.wav')), ['song_request_refused', busy])
    while (!requested.includes('/slow')) await new Promise((resolve) => setImmediate(resolve))
    release()
    assert.equal((await slow).seconds, 1)
    assert.equal((await read('/tune.wav')).seconds, 3)
  })
})
