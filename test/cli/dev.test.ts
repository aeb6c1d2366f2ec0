import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { launchChromium } from '../browser/chromium.ts'
import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { itInLongRun } from '../long-run.ts'
import { copyProject } from '../project-copy.ts'
import type { Browser, Page } from '../tools/playwright.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a contributor does' })
needs('chromium')
isSlow('it starts the server again and again')
hasLongVersion('the overlay, and a source that is wrong for a while')

describe('npm run dev', () => {
  const copy = copyProject()
  let port: number
  let url: string
  let child: ChildProcess
  let ended: Promise<unknown>
  let browser: Browser
  let output = ''

  before(async () => {
    port = await freePort()
    url = `http://127.0.0.1:${port}`
    child = spawn(process.execPath, ['scripts/dev/dev.ts'], {
      cwd: copy.folder,
      env: { ...process.env, PORT: String(port), SHOWCALLER_DATA: join(copy.folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    ended = new Promise((resolve) => child.once('exit', resolve))
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
    await eventually(`a server: ${output}`, () => output.includes('Showcaller is ready') || child.exitCode !== null)
    assert.equal(child.exitCode, null, output)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    child.kill('SIGTERM')
    assert.equal(await ended, 0, output)
    copy.remove()
  })

  function change(path: string, from: string, to: string): void {
    const file = join(copy.folder, path)
    const text = readFileSync(file, 'utf8')
    assert.ok(text.includes(from), `${path} has ${from}`)
    writeFileSync(file, text.replace(from, to))
  }

  /** A page, what it reports (errors, and what its policy forbids), and the first message of its socket. */
  async function open(path: string): Promise<{ page: Page; faults: string[]; received: Promise<unknown> }> {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text())
    })
    const received = new Promise((resolve) => {
      page.on('websocket', (socket) => {
        if (new URL(socket.url()).pathname !== '/panel/') socket.on('framereceived', resolve)
      })
    })
    await page.goto(`${url}${path}`)
    return { page, faults, received }
  }

  it('shows the panel from its sources, and a change of them by itself', async () => {
    const { page, faults } = await open('/')
    await page.getByText('Or open the sign-in link from the terminal.').waitFor()
    change('panel/src/pages/sign-in/messages.ts', 'Or open the sign-in link', 'Or follow the sign-in link')
    await page.getByText('Or follow the sign-in link from the terminal.').waitFor()
    const response = await fetch(`${url}/developer/keys`)
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/)
    assert.deepEqual(faults, [])
    await page.close()
  })

  itInLongRun('shows the overlay with its connection, and a change of it by itself', async () => {
    const [link = ''] = /\/overlay#\S+/.exec(output) ?? []
    const { page, faults, received } = await open(link)
    await received
    change('overlay/index.html', '<title>Showcaller</title>', '<title>Changed</title>')
    await eventually('the new title', async () => (await page.title()) === 'Changed')
    change('overlay/overlay.ts', '\nimport', '\ndocument.title = String(6 * 7)\nimport')
    await eventually('the new script', async () => (await page.title()) === '42')
    assert.deepEqual(faults, [])
    await page.close()
  })

  it('starts the server again when one of its files changed, and every request meanwhile waits for it', async () => {
    const summary = 'Adds points as somebody has just written.'
    const file = 'src/capabilities/points/operations/add-points.ts'
    const [, before = ''] = /summary: '([^']+)'/.exec(copy.read(file)) ?? []
    change(file, before, summary)
    const statuses = new Set<number>()
    await eventually('the new summary', async () => {
      const response = await fetch(`${url}/openapi.json`)
      statuses.add(response.status)
      return (await response.text()).includes(summary)
    })
    assert.deepEqual([...statuses], [200])
  })

  itInLongRun(
    'says that the server does not run while its source is wrong, and starts it once that is right',
    async () => {
      const status = async () => (await fetch(`${url}/readyz`)).status
      change('src/main.ts', 'export async function main', 'export async function main main')
      await eventually('a server that does not start', async () => (await status()) === 503)
      change('src/main.ts', 'export async function main main', 'export async function main')
      await eventually('the server', async () => (await status()) === 200)
    },
  )

  it('answers on this machine and under its names only, and gives away no other file of it', async () => {
    const statusOf = (path: string, host: string) =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers: { host } }, (res) => resolve(res.resume().statusCode))
          .on('error', reject)
          .end()
      })
    for (const path of ['/', '/panel/src/main.tsx', '/readyz']) {
      assert.equal(await statusOf(path, `localhost:${port}`), 200, path)
      assert.equal(await statusOf(path, 'elsewhere.example'), 403, path)
    }
    for (const path of ['package.json', 'data/instance.key', 'data/showcaller.sqlite']) {
      const found = await fetch(`${url}/panel/@fs${join(copy.folder, path)}`)
      assert.ok([403, 404].includes(found.status), `${path}: ${found.status}`)
    }
    const others = Object.values(networkInterfaces()).flatMap((list = []) => list.filter(({ internal }) => !internal))
    for (const { address, family } of others.filter((one) => one.family === 'IPv4')) {
      const isOpen = await new Promise((resolve) => {
        const socket = connect(port, address, () => resolve(true)).on('error', () => resolve(false))
        socket.once('connect', () => socket.destroy())
      })
      assert.equal(isOpen, false, `${family} ${address}`)
    }
  })
})
