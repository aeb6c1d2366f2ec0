import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { browserOpener, openBrowser } from '../../src/cli/open-browser.ts'
import { runsOn } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('sqlite', { because: 'it stores nothing in a database' })

const desktop = { env: { DISPLAY: ':0' }, platform: 'linux', isContainer: false } as const

describe('the browser of a first start', () => {
  it('opens at a desktop, and not in a container, over SSH, in CI or without a display', () => {
    assert.deepEqual(browserOpener(desktop), ['xdg-open'])
    assert.deepEqual(browserOpener({ ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } }), ['xdg-open'])
    assert.equal(browserOpener({ ...desktop, platform: 'win32', env: {} })?.[0], 'rundll32')
    assert.deepEqual(browserOpener({ ...desktop, platform: 'darwin', env: {} }), ['open'])
    assert.equal(browserOpener({ ...desktop, env: {} }), undefined)
    assert.equal(browserOpener({ ...desktop, isContainer: true }), undefined)
    assert.equal(
      browserOpener({ ...desktop, env: { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }),
      undefined,
    )
    assert.equal(browserOpener({ ...desktop, env: { DISPLAY: ':0', CI: 'true' } }), undefined)
  })

  it('gets the link by a file of this user, never as an argument that others can read', () => {
    const folder = createTemporaryFolder()
    const ran: string[][] = []
    const address = 'http://127.0.0.1:4400/sign-in?link=secret"&x'
    assert.equal(
      openBrowser(address, folder.path, desktop, (program, words) => void ran.push([program, ...words])),
      true,
    )
    const [program, file = ''] = ran[0] ?? []
    assert.equal(program, 'xdg-open')
    assert.equal(ran.flat().join(' ').includes('secret'), false)
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.match(readFileSync(file, 'utf8'), /url=http:\/\/127\.0\.0\.1:4400\/sign-in\?link=secret&quot;&amp;x"/)
    folder.remove()
  })
})
