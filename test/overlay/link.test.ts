import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isOverlayToken, makeOverlayToken } from '../../src/capabilities/overlay/overlay-link.ts'
import { createInstanceSecret } from '../../src/kernel/storage/instance-secret.ts'
import { createTestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { openPage, tokenOf } from './page-client.ts'

runsOn('sqlite', 'postgres')

const secret = 's'.repeat(32)

describe('the token of an overlay link', () => {
  it('holds for one channel, one generation and one secret', () => {
    const token = makeOverlayToken(secret, 7, 1)
    assert.match(token, /^ov_7_[\w-]{43}$/)
    assert.ok(isOverlayToken(token, secret, 7, 1))
    assert.ok(!isOverlayToken(token, secret, 7, 2))
    assert.ok(!isOverlayToken(token, secret, 8, 1))
    assert.ok(!isOverlayToken(token, 't'.repeat(32), 7, 1))
    assert.ok(!isOverlayToken(`${token}x`, secret, 7, 1))
    assert.ok(!isOverlayToken('', secret, 7, 1))
  })

  it('does not confuse channel 1 of generation 12 with channel 11 of generation 2', () => {
    assert.notEqual(makeOverlayToken(secret, 1, 12).slice(5), makeOverlayToken(secret, 11, 2).slice(6))
  })
})

describe('the key of an instance', () => {
  it('is made when it is first needed, for its owner alone, and stays the same', () => {
    const folder = createTemporaryFolder()
    try {
      const path = join(folder.path, 'instance.key')
      const first = createInstanceSecret({ secret: undefined, dataFolder: folder.path })
      assert.equal(existsSync(path), false)
      const key = first()
      assert.ok(key.length >= 43)
      assert.equal(statSync(path).mode & 0o777, 0o600)
      assert.equal(readFileSync(path, 'utf8').trim(), key)
      assert.equal(createInstanceSecret({ secret: undefined, dataFolder: folder.path })(), key)
    } finally {
      folder.remove()
    }
  })

  it('is the setting where there is one, and then no file is made', () => {
    const folder = createTemporaryFolder()
    try {
      assert.equal(createInstanceSecret({ secret, dataFolder: folder.path })(), secret)
      assert.equal(existsSync(join(folder.path, 'instance.key')), false)
    } finally {
      folder.remove()
    }
  })

  it('is not replaced when its file is damaged', () => {
    const folder = createTemporaryFolder()
    try {
      writeFileSync(join(folder.path, 'instance.key'), '')
      assert.throws(createInstanceSecret({ secret: undefined, dataFolder: folder.path }), /instance\.key is damaged/)
    } finally {
      folder.remove()
    }
  })
})

describe('the overlay link', () => {
  it('leads to this server, survives a restart, and carries its token where no server sees it', async () => {
    const first = await createTestApp()
    const token = await tokenOf(first)
    assert.equal(await first.ctx.overlays.link(first.channel), `${first.url}/overlay#${token}`)
    await first.close({ keepFolder: true })
    const second = await createTestApp({ folder: first.folder })
    try {
      assert.equal(await tokenOf(second), token)
      const page = await openPage(second)
      assert.equal(page.isOpen, true)
      page.cut()
      assert.equal(second.logLines.join('\n').includes(token), false)
    } finally {
      await second.close()
    }
  })

  it('is worthless once rolled: open pages are notified and closed, and the old token opens nothing', async () => {
    const app = await createTestApp()
    try {
      const old = await tokenOf(app)
      const page = await openPage(app)
      const testChannel = await app.ctx.channels.testChannelOf(app.channel)
      const twin = await openPage(app, { token: await tokenOf(app, testChannel) })
      const link = await app.ctx.overlays.rollLink(app.cause)
      assert.equal(app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }), false)
      await page.closed()
      assert.deepEqual(page.byes, ['link_rolled'])
      assert.equal(twin.isOpen, true)

      const stale = await openPage(app, { token: old })
      assert.deepEqual(stale.byes, ['invalid_link'])
      assert.equal((await app.call('tts', { text: 'hello' }, { status: 502 })).status, 502)
      assert.equal(await app.ctx.overlays.link(app.channel), link)
      const fresh = await openPage(app)
      assert.equal((await app.call('tts', { text: 'hello' })).status, 200)
      fresh.cut()
      twin.cut()
    } finally {
      await app.close()
    }
  })
})
