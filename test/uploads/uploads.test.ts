import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createUploadFiles } from '../../src/capabilities/uploads/upload-files.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { openSession, type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { mp3Of, pngOf, sample, wavOf } from './files.ts'
import { sendFile } from './upload-client.ts'

runsOn('sqlite', 'postgres')

const megabyte = 1024 * 1024

describe('uploads', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ config: { uploadBytes: 4 * megabyte } })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const send = (kind: string, name: string, bytes: Buffer<ArrayBuffer>, type?: string) =>
    sendFile(app, owner, { kind, name, bytes, ...(type === undefined ? {} : { type }) }, { status: 'any' })
  const filesOnDisk = () => readdirSync(join(app.folder, 'uploads'))
  const list = async (kind?: string) =>
    (await owner.call('list-uploads', kind === undefined ? {} : { kind })).body.uploads as {
      id: string
      name: string
    }[]
  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)

  it('take a file of every kind, report what it is, and serve it as it was', async () => {
    for (const [kind, name, bytes, type, mime] of [
      ['sound', 'horn.wav', wavOf(1), 'audio/wav', 'audio/wav'],
      ['sound', 'horn.mp3', mp3Of(40), 'audio/mpeg', 'audio/mpeg'],
      ['song', 'song.ogg', sample('tone.ogg'), 'video/ogg', 'audio/ogg'],
      ['image', 'dot.png', sample('dot.png'), 'image/png', 'image/png'],
      ['image', 'dot.avif', sample('dot.avif'), 'image/avif', 'image/avif'],
      ['video', 'film.webm', sample('film.webm'), 'video/webm', 'video/webm'],
      ['video', 'film.mp4', sample('film.mp4'), undefined, 'video/mp4'],
    ] as const) {
      const { status, body } = await send(kind, name, bytes, type)
      assert.equal(status, 200, `${name}: ${body.error}`)
      const { upload } = body
      assert.deepEqual([upload.kind, upload.name, upload.mime, upload.bytes], [kind, name, mime, bytes.length])
      assert.equal(upload.ref, `upload:${upload.id}`)
      assert.deepEqual(upload.used_by, [])
      assert.equal(upload.duration_ms === null, kind === 'image')
      const answer = await fetch(app.url + upload.url)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), mime)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox; frame-ancestors 'none'")
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
      const part = await fetch(app.url + upload.url, { headers: { Range: 'bytes=10-19' } })
      assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-19/${bytes.length}`])
      assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20)))
    }
    assert.equal((await list()).length, 7)
    assert.deepEqual(
      (await list('song')).map(({ name }) => name),
      ['song.ogg'],
    )
    const { total_bytes, max_bytes, max_file_bytes } = (await owner.call('list-uploads')).body
    assert.ok(total_bytes > 0)
    assert.deepEqual([max_bytes, max_file_bytes], [4 * megabyte, 10 * megabyte])
  })

  it('are one file for the same content, and one upload for the same use of it', async () => {
    const bytes = wavOf(0.5, 3)
    const first = (await send('sound', 'a.wav', bytes)).body
    const files = filesOnDisk().length
    const again = (await send('sound', 'b.wav', bytes)).body
    assert.deepEqual([first.is_new, again.is_new, again.upload.id], [true, false, first.upload.id])
    const asSong = (await send('song', 'c.wav', bytes)).body
    assert.notEqual(asSong.upload.id, first.upload.id)
    assert.equal(asSong.upload.url, first.upload.url)
    assert.equal(filesOnDisk().length, files)
    assert.equal((await owner.call('delete-upload', { id: first.upload.id })).status, 200)
    assert.equal((await fetch(app.url + asSong.upload.url)).status, 200, 'the other use keeps the file')
    assert.equal((await owner.call('delete-upload', { id: asSong.upload.id })).status, 200)
    assert.equal((await fetch(app.url + asSong.upload.url)).status, 404)
    assert.equal(filesOnDisk().length, files, 'the trash keeps the file')
    await owner.call('undo-deletion', { kind: 'upload', thing: asSong.upload.id })
    assert.equal((await fetch(app.url + asSong.upload.url)).status, 200)
    await owner.call('delete-upload', { id: asSong.upload.id })
    await owner.call('empty-trash')
    await eventually('the file to go', () => filesOnDisk().length === files - 1)
    assert.equal((await owner.call('delete-upload', { id: asSong.upload.id }, { status: 404 })).status, 404)
  })

  it('come through when many bring the same file at once, while others delete it', async () => {
    const bytes = wavOf(0.5, 9)
    for (let round = 0; round < 5; round++) {
      const sent = await Promise.all(Array.from({ length: 4 }, () => send('sound', 'x.wav', bytes)))
      const [one] = sent
      assert.deepEqual(
        sent.map(({ status, body }) => [status, body.upload?.id]),
        sent.map(() => [200, one?.body.upload.id]),
      )
      const [deleted, again] = await Promise.all([
        owner.call('delete-upload', { id: one?.body.upload.id }),
        send('sound', 'x.wav', bytes),
      ])
      assert.deepEqual([deleted.status, again.status], [200, 200])
      const kept = (await list('sound')).find(({ id }) => id === again.body.upload.id)
      const served = await fetch(app.url + again.body.upload.url)
      await served.arrayBuffer()
      assert.equal(served.status, kept === undefined ? 404 : 200, 'the list and the disk agree')
      if (kept !== undefined) await owner.call('delete-upload', { id: kept.id })
    }
  })

  it('of one channel that never end leave room for those of another', async () => {
    const { channel } = await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'neighbour'))
    const neighbour = await openSession(app, await app.ctx.sessions.makeLink(channel))
    let refused = ''
    const sockets = Array.from({ length: 7 }, (_, n) => {
      const socket = connect(app.port, '127.0.0.1')
      socket.on('error', () => {}).on('data', (answer: Buffer) => (refused += answer))
      socket.write(
        `POST /panel/uploads?kind=sound&name=${n}.wav HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${owner.cookie}\r\n` +
          'Sec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\nRIFF',
      )
      return socket
    })
    await eventually('one of them to be refused', () => refused.includes('"code":"overloaded"'))
    const file = { kind: 'sound', name: 'theirs.wav', bytes: wavOf(0.5, 4) }
    assert.equal((await sendFile(app, neighbour, file)).body.success, true)
    for (const socket of sockets) socket.destroy()
    await eventually('room again', async () => (await send('sound', 'x.wav', wavOf(0.5, 3))).status === 200)
  })

  it('are refused with the reason, and leave nothing behind', async () => {
    const seq = await lastSeq()
    const files = filesOnDisk()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [kind, name, bytes, type, code, words] of [
      ['image', 'x.svg', svg, 'image/svg+xml', 'unsupported_content_type', /SVG, which can hold scripts/],
      ['image', 'x.png', svg, 'image/png', 'unsupported_content_type', /SVG/],
      [
        'image',
        'x.png',
        sample('dot.jpg'),
        'image/png',
        'unsupported_content_type',
        /says it is image\/png, but it is JPEG/,
      ],
      ['image', 'x.png', sample('dot.jpg'), undefined, 'unsupported_content_type', /named \.png, but it is JPEG/],
      ['sound', 'x.exe', wavOf(1), '', 'unsupported_content_type', /named \.exe/],
      ['sound', 'x', sample('dot.png'), '', 'unsupported_content_type', /a picture \(PNG\), not a sound/],
      ['video', 'x.wav', wavOf(1), 'audio/wav', 'unsupported_content_type', /a sound \(WAV\), not a video/],
      [
        'sound',
        'x.html',
        Buffer.from('<script>alert(1)</script>'),
        'text/html',
        'unsupported_content_type',
        /not a sound/,
      ],
      ['sound', 'x.wav', Buffer.alloc(0), 'audio/wav', 'unsupported_content_type', /empty/],
      ['sound', 'x.wav', wavOf(61), 'audio/wav', 'invalid_parameter', /lasts 61 seconds; a sound may last 60 seconds/],
      ['image', 'x.png', pngOf(9000, 10), 'image/png', 'invalid_parameter', /9000 × 10 pixels/],
      ['image', 'x.png', pngOf(8000, 8000), 'image/png', 'invalid_parameter', /40 million/],
      ['sound', 'x.wav', Buffer.alloc(10 * megabyte + 1), 'audio/wav', 'body_too_large', /larger than 10 MB/],
      ['music', 'x.wav', wavOf(1), 'audio/wav', 'invalid_parameter', /kind must be one of sound, song, image, video/],
      ['sound', '', wavOf(1), 'audio/wav', 'invalid_parameter', /name is required/],
      ['sound', 'a\u0007.wav', wavOf(1), 'audio/wav', 'invalid_parameter', /name must not contain control/],
    ] as const) {
      const { status, body } = await send(kind, name, Buffer.from(bytes), type)
      assert.deepEqual([status, body.code], [400, code], `${name}: ${body.error}`)
      assert.match(body.error, words)
    }
    assert.equal((await send('song', 'long.mp3', mp3Of(5000), 'audio/mpeg')).status, 200, 'a long song is a song')
    const [song] = await list('song')
    assert.equal((await owner.call('delete-upload', { id: song?.id })).status, 200)
    assert.equal(await lastSeq(), seq + 2)
    await owner.call('empty-trash')
    await eventually('the deleted song to go', () => filesOnDisk().every((file) => files.includes(file)))
  })

  it('are refused in the language of whoever sends them, with the same code', async () => {
    const matroska = Buffer.from(sample('film.webm').toString('latin1').replace('webm', 'mkvx'), 'latin1')
    const refused = async (person: PanelClient, bytes: Buffer<ArrayBuffer>, headers = {}) => {
      const file = { kind: 'video', name: 'x', bytes }
      const { code, error } = (await sendFile(app, person, file, { status: 400, headers })).body
      assert.equal(code, 'unsupported_content_type')
      return error
    }
    const inGerman = { 'Accept-Language': 'de' }
    const sentence = 'The file is Matroska, which browsers do not play: save it as WebM or MP4.'
    const german = 'Die Datei ist Matroska, was Browser nicht abspielen: Speichere sie als WebM oder MP4.'
    assert.equal(await refused(owner, matroska), sentence)
    assert.equal(await refused(owner, matroska, inGerman), german)
    assert.equal(await refused(owner, Buffer.alloc(0), inGerman), 'Die Datei ist leer.')
    const hevc = Buffer.from(sample('film.mp4').toString('latin1').replaceAll('vp09', 'hvc1'), 'latin1')
    assert.equal(await refused(owner, hevc, inGerman), 'Die Datei enthält HEVC, was OBS nicht abspielt.')
    const editor = await signInAs(app, 'editor')
    await editor.call('save-language', { language: 'de' })
    assert.equal(await refused(editor, matroska, { 'Accept-Language': 'en' }), german, 'the language of the account')
  })

  it('end at what a channel may have, counted over all its files', async () => {
    const big = (seed: number) => wavOf(59, seed)
    const answers = []
    for (let seed = 20; seed < 27; seed++) answers.push(await send('sound', `${seed}.wav`, big(seed)))
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0 && refused.length < answers.length)
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.equal(body.error, 'There is no room left: all files together may take 4 MB.')
    }
    const { total_bytes } = (await owner.call('list-uploads')).body
    assert.ok(total_bytes <= 4 * megabyte)
    for (const { body } of answers.slice(0, -refused.length)) await owner.call('delete-upload', { id: body.upload.id })
  })

  it('are for editors, from our own pages, with a session', async () => {
    const file = { kind: 'sound', name: 'a.wav', type: 'audio/wav', bytes: wavOf(1, 77) }
    const before = (await list()).length
    for (const role of ['viewer', 'moderator'] as const) {
      const answer = await sendFile(app, await signInAs(app, role), file, { status: 403 })
      assert.deepEqual([answer.status, answer.body.code, answer.body.required_role], [403, 'missing_role', 'editor'])
    }
    assert.equal((await sendFile(app, owner, file, { status: 401, headers: { Cookie: '' } })).status, 401)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await sendFile(app, owner, file, { status: 403, headers: { 'Sec-Fetch-Site': site } })
      assert.deepEqual([answer.status, answer.body.code], [403, 'foreign_origin'])
    }
    assert.equal((await list()).length, before)
    const sent = await sendFile(app, await signInAs(app, 'editor'), file)
    assert.equal(sent.status, 200)
  })

  it('keep their name without folders, and take another', async () => {
    const { upload } = (await send('image', 'C:\\pictures\\..\\dot.webp', sample('dot.webp'), 'image/webp')).body
    assert.equal(upload.name, 'dot.webp')
    assert.equal((await owner.call('rename-upload', { id: upload.id, name: 'A dot' })).status, 200)
    assert.ok((await list()).some(({ name }) => name === 'A dot'))
    assert.equal((await owner.call('rename-upload', { id: 'nothing', name: 'A dot' }, { status: 404 })).status, 404)
    const long = `${'ä'.repeat(300)}.gif`
    const cut = (await send('image', long, sample('dot.gif'), 'image/gif')).body.upload
    assert.match(cut.name, /^ä{116}\.gif$/)
  })

  it('are not deleted while an alert uses them, and the answer says which', async () => {
    const { upload } = (await send('sound', 'used.wav', wavOf(1, 5))).body
    const made = await owner.call('create-alert', { name: 'Used here', sound: upload.ref })
    assert.equal(made.status, 200, made.body.error)
    const [listed] = (await owner.call('list-uploads', { kind: 'sound' })).body.uploads.filter(
      ({ id }: { id: string }) => id === upload.id,
    )
    assert.deepEqual(listed.used_by, ['the audio alert Used here'])
    const refused = await owner.call('delete-upload', { id: upload.id }, { status: 400 })
    assert.deepEqual([refused.status, refused.body.error], [400, 'used.wav is used by the audio alert Used here.'])
    const inGerman = { headers: { 'Accept-Language': 'de' } }
    const { uploads } = (await owner.call('list-uploads', {}, inGerman)).body
    assert.deepEqual(uploads.find(({ id }: { id: string }) => id === upload.id).used_by, ['Audio-Alert Used here'])
    const german = await owner.call('delete-upload', { id: upload.id }, { status: 400, ...inGerman })
    assert.equal(german.body.error, 'used.wav wird verwendet von Audio-Alert Used here.')
    assert.equal((await owner.call('delete-alert', { id: made.body.alert.id })).status, 200)
    assert.equal((await owner.call('delete-upload', { id: upload.id })).status, 200)
  })

  it('are found by no other address', async () => {
    for (const path of ['', 'x.wav', '../instance.key', '%2e%2e%2fshowcaller.sqlite', `${'a'.repeat(64)}.wav`]) {
      assert.equal((await fetch(`${app.url}/overlay/uploads/${path}`)).status, 404, path)
    }
    writeFileSync(join(app.folder, 'uploads', `${'b'.repeat(64)}.html`), '<script>alert(1)</script>')
    assert.equal((await fetch(`${app.url}/overlay/uploads/${'b'.repeat(64)}.html`)).status, 404)
  })

  it('are logged with who brought them', async () => {
    const seq = await lastSeq()
    await send('sound', 'logged.wav', wavOf(1, 6))
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, seq, 10))
    assert.deepEqual(
      events.map(({ kind, actor, data }) => [kind, actor.startsWith('person:'), data.name]),
      [['upload.added', true, 'logged.wav']],
    )
  })

  it('leave nothing when the sender goes away in the middle', async () => {
    const before = [filesOnDisk(), await lastSeq()]
    await new Promise<void>((resolve, reject) => {
      const socket = connect(app.port, '127.0.0.1', () => {
        const head = [
          'POST /panel/uploads?kind=sound&name=a.wav HTTP/1.1',
          'Host: localhost',
          `Cookie: ${owner.cookie}`,
          'Sec-Fetch-Site: same-origin',
          'Content-Length: 5000',
        ]
        socket.write(`${head.join('\r\n')}\r\n\r\nRIFF`, () => socket.destroy())
      })
      socket.on('close', () => resolve()).on('error', reject)
    })
    assert.equal((await owner.call('list-uploads')).status, 200)
    assert.deepEqual([filesOnDisk(), await lastSeq()], before)
  })
})

describe('the folder of uploads', () => {
  it('is rid of what a cut left behind, and of nothing that is still being written', async () => {
    const folder = createTemporaryFolder()
    try {
      const uploads = join(folder.path, 'uploads')
      mkdirSync(uploads)
      for (const name of ['old.part', 'new.part', `${'c'.repeat(64)}.wav`]) writeFileSync(join(uploads, name), 'x')
      const longAgo = new Date(Date.now() - 2 * 3_600_000)
      utimesSync(join(uploads, 'old.part'), longAgo, longAgo)
      utimesSync(join(uploads, `${'c'.repeat(64)}.wav`), longAgo, longAgo)
      assert.equal(await createUploadFiles(uploads).removeOldParts(Date.now()), 1)
      assert.deepEqual(readdirSync(uploads).sort(), [`${'c'.repeat(64)}.wav`, 'new.part'])
    } finally {
      folder.remove()
    }
  })
})
