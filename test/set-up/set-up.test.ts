import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { type Config, readConfig } from '../../src/app/config/config.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { sessionIn } from '../sign-in-link.ts'

runsOn('sqlite', 'postgres')

const answers = { name: 'Northwind', language: 'en' }

describe('setting up a new server in the browser', () => {
  let app: TestApp
  afterEach(() => app.close())

  async function start({ isContainer = true, config }: { isContainer?: boolean; config?: Partial<Config> } = {}) {
    app = await createTestApp({ isContainer, hasDefaultAlerts: true, ...(config === undefined ? {} : { config }) })
    await app.app.setUp.begin()
  }

  const codeFile = () => join(app.folder, 'setup-code.txt')
  const codeInFile = () => readFileSync(codeFile(), 'utf8').trim()
  const open = (path: string, cookie?: string) =>
    fetch(`${app.url}${path}`, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })

  function send(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    return fetch(`${app.url}/set-up`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: new URLSearchParams({ ...answers, ...fields }),
    })
  }

  it('is what the panel leads to while nobody has signed in, and asks for the code in the data folder', async () => {
    await start()
    for (const path of ['/', '/commands', '/settings/connections']) {
      const answer = await open(path)
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/set-up'], path)
    }
    const page = await (await open('/set-up')).text()
    assert.match(page, /name="code"/)
    assert.match(codeInFile(), /^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    assert.ok(!page.includes(codeInFile()))
    if (process.platform !== 'win32') assert.equal(statSync(codeFile()).mode & 0o777, 0o600)
  })

  it('signs the owner in with the code, once, with the name and the language they chose', async () => {
    await start()
    const code = codeInFile()
    const done = await send({ code, name: ' Kuzey ', language: 'tr' })
    assert.deepEqual([done.status, done.headers.get('location')], [303, '/set-up/next'])
    const cookie = sessionIn(done)
    assert.ok(cookie)

    assert.equal((await open('/', cookie)).status, 200)
    assert.match(await (await open('/set-up/next', cookie)).text(), /lang="tr"/)
    const [channel] = await app.ctx.channels.list()
    assert.equal(channel?.name, 'Kuzey')
    assert.equal((await app.ctx.channels.find(app.channel.id))?.name, 'Kuzey', 'also where it was cached')
    assert.equal((await app.ctx.people.findOwner(app.ctx.db, app.channel.id))?.name, 'Kuzey')
    assert.equal((await app.ctx.settings.of(app.channel.id)).language.language, 'tr')

    assert.equal(existsSync(codeFile()), false)
    assert.equal((await open('/')).status, 200, 'whoever else comes sees the sign-in page')
    const again = await send({ code })
    assert.deepEqual([again.headers.get('location'), sessionIn(again)], ['/', undefined])
  })

  it('takes the code as people type it', async () => {
    await start()
    const typed = ` ${codeInFile().toLowerCase().replace('-', ' ')} `
    const fullWidth = [...typed].map((one) =>
      /[a-z0-9]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one,
    )
    assert.equal((await send({ code: fullWidth.join('') })).status, 303)
  })

  it('keeps what was entered beside a wrong code, and takes no code after ten wrong ones until the next start', async () => {
    await start()
    const code = codeInFile()
    const wrong = await send({ code: 'AAAA-AAAA', name: 'Kuzey', language: 'tr' })
    const page = await wrong.text()
    assert.equal(wrong.status, 400)
    assert.match(page, /role="alert"/)
    assert.match(page, /value="Kuzey"/)
    assert.match(page, /value="tr" lang="tr" selected/)
    for (let tries = 2; tries <= 10; tries++) await send({ code: 'AAAA-AAAA' })
    const late = await send({ code })
    assert.deepEqual([late.status, sessionIn(late)], [400, undefined])
    assert.match(await (await open('/set-up')).text(), /wrong ten times/)

    await app.app.setUp.begin()
    assert.notEqual(codeInFile(), code)
    assert.equal((await send({ code })).status, 400, 'the earlier code')
    assert.equal((await send({ code: codeInFile() })).status, 303)
  })

  it('lets a wrong name cost no try', async () => {
    await start()
    for (const name of ['', '   ', 'x'.repeat(41), 'a\nb', 'a\u202eb']) {
      const answer = await send({ code: 'AAAA-AAAA', name })
      assert.match(await answer.text(), /1 to 40 characters/, JSON.stringify(name))
    }
    for (let tries = 1; tries <= 9; tries++) await send({ code: 'AAAA-AAAA' })
    assert.equal((await send({ code: codeInFile() })).status, 303)
  })

  it('lets one of many who come at the same moment in', async () => {
    await start()
    const code = codeInFile()
    const all = await Promise.all(Array.from({ length: 8 }, () => send({ code })))
    assert.equal(all.filter((answer) => sessionIn(answer) !== undefined).length, 1)
    assert.equal((await app.ctx.people.list(app.channel)).length, 1)
  })

  it('is over when somebody signs in with a link, and stays over at the next start', async () => {
    await start()
    const code = codeInFile()
    await signInAsOwner(app)
    assert.equal((await open('/set-up')).headers.get('location'), '/')
    assert.equal(sessionIn(await send({ code })), undefined)
    assert.equal(existsSync(codeFile()), false)
    await app.app.setUp.begin()
    assert.equal(existsSync(codeFile()), false)
    assert.equal((await open('/')).status, 200)
  })

  it('needs no code in a browser on the same machine', async () => {
    await start({ isContainer: false })
    assert.ok(!(await (await open('/set-up')).text()).includes('name="code"'))
    assert.ok(sessionIn(await send({})))
  })

  it('refuses pages of other sites, code or not', async () => {
    await start({ isContainer: false })
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }]) {
      assert.equal((await send({ code: codeInFile() }, headers)).status, 403)
    }
    assert.equal(await app.ctx.channels.anyHadSignIn(app.ctx.db), false)
  })

  const forwarding = ['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto']
  for (const name of forwarding) {
    it(`asks for the code when the request was forwarded (${name})`, async () => {
      await start({ isContainer: false })
      assert.equal((await send({}, { [name]: '127.0.0.1' })).status, 400)
    })
  }

  it('asks for the code under another Host than a loopback one', async () => {
    await start({ isContainer: false })
    const body = new URLSearchParams(answers).toString()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        ...{ Host: '192.168.1.20', Origin: 'http://192.168.1.20' },
        ...{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length },
      }
      const sent = request(`${app.url}/set-up`, { method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject).end(body)
    })
    assert.equal(status, 400)
  })

  const settings: Readonly<Record<string, Partial<Config>>> = {
    'listens to the network': { host: '0.0.0.0' },
    'has a public address': { publicUrl: 'http://localhost:4400' },
    'is behind a proxy': { trustedProxies: ['10.0.0.0/8'] },
    'has a tunnel': { tunnel: { url: 'https://show.example.org', environment: {} } },
  }
  for (const [what, config] of Object.entries(settings)) {
    it(`asks for the code on the same machine, too, when the server ${what}`, async () => {
      await start({ isContainer: false, config })
      assert.equal((await send({})).status, 400)
    })
  }

  it('takes a chosen code, which is in no file', async () => {
    await start({ config: { setUpCode: 'seven-quiet-lamps' } })
    assert.equal(existsSync(codeFile()), false)
    assert.match(await (await open('/set-up')).text(), /SHOWCALLER_SETUP_CODE/)
    assert.equal((await send({ code: 'seven-quiet' })).status, 400)
    assert.equal((await send({ code: 'seven-quiet-lamps' })).status, 303)
  })

  it('refuses to start with a chosen code that is too short, without quoting it', async () => {
    await start()
    const reading = readConfig({ SHOWCALLER_SETUP_CODE: 'sesame1' }, app.folder)
    await assert.rejects(reading, (error: Error) => {
      assert.match(error.message, /SHOWCALLER_SETUP_CODE must have at least 8/)
      return !error.message.includes('sesame1')
    })
  })

  it('writes no code into the log', async () => {
    await start()
    const code = codeInFile()
    await send({ code: 'WRNG-CODE' })
    await send({ code })
    const log = app.logLines.join('\n')
    assert.match(log, /wrong_set_up_code/)
    for (const secret of ['WRNG', code, code.replace('-', '')]) assert.ok(!log.includes(secret), secret)
  })
})
