import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { needs, runsOn } from '../../declare.ts'
import { sendRaw } from './raw-request.ts'

runsOn('sqlite', { because: 'nothing is stored: it is about paths of files' })
needs('panel')

/** Browsers resolve such paths before they send them; other programs do not. */
describe('a path that is sent as it is', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  const ask = (path: string) =>
    sendRaw(testApp.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

  it('leads to no page without its content policy', async () => {
    const paths = [
      '/',
      '/panel/assets/../index.html',
      '/panel/assets/%2e%2e/index.html',
      '/panel/assets/..%2findex.html',
      '/panel/assets/./../index.html',
      '/panel/./assets/../index.html',
      '/panel/assets/..\\index.html',
      '/panel/assets/../../',
      '/panel/assets/../../keys',
      '/overlay/assets/../../',
      '/assets/../keys',
    ]
    for (const path of paths) {
      const answer = await ask(path)
      const isPage = /^content-type: text\/html/im.test(answer)
      assert.ok(
        !isPage || /^content-security-policy: default-src 'none'/im.test(answer),
        `${path}: ${answer.slice(0, 300)}`,
      )
      if (path.includes('index.html')) assert.match(answer, /^HTTP\/1\.1 404 /, path)
    }
  })

  it('is the same page as the path it stands for', async () => {
    const withoutDate = (answer: string) => answer.replace(/^(date|x-request-id): .*$/gim, '')
    assert.equal(withoutDate(await ask('/overlay/../sign-in/ways')), withoutDate(await ask('/sign-in/ways')))
  })
})
