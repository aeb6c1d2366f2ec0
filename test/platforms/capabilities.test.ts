import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fillCapabilities, fillPlatformPage } from '../../scripts/docs/capabilities-page.ts'
import { capabilitiesOf } from '../../src/platforms/capabilities.ts'
import { capabilityNames } from '../../src/platforms/contract/capabilities.ts'
import { platforms } from '../../src/platforms/contract/platforms.ts'
import type { PlatformConnector } from '../../src/platforms/platform.ts'

const docs = new URL('../../docs/platforms/', import.meta.url)

describe('what each platform can do', () => {
  it('stands in the documentation as the code has it', async () => {
    const page = readFileSync(new URL('README.md', docs), 'utf8')
    assert.equal(page, await fillCapabilities(page), 'run npm run reference')
    for (const platform of platforms) {
      const guide = readFileSync(new URL(`${platform}.md`, docs), 'utf8')
      assert.equal(guide, await fillPlatformPage(platform, guide), 'run npm run reference')
    }
  })

  it('is explained in a guide for each platform, with no link that leads nowhere', () => {
    for (const name of ['README', ...platforms]) {
      const page = readFileSync(new URL(`${name}.md`, docs), 'utf8')
      for (const [, target = ''] of page.matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)) {
        assert.ok(existsSync(new URL(target, docs)), `${name}.md links to ${target}`)
      }
    }
  })

  it('follows from what its connector has', () => {
    const bare: PlatformConnector = {
      name: 'bare',
      platform: 'tiktok',
      findUser: async () => undefined,
      readStream: async () => assert.fail('nobody asks'),
    }
    const can = (connector: PlatformConnector, bot = true) =>
      capabilitiesOf(connector, { bot }).flatMap((line) => (line.can ? line.name : []))
    assert.deepEqual(can(bare), ['stream events'])
    assert.deepEqual(can({ ...bare, setTitle: async () => {} }), ['title', 'stream events'])
    const chatting = { ...bare, sendChat: async () => ({ messageId: '' }), reports: ['chat', 'raid'] } as const
    assert.deepEqual(can(chatting), ['chat', 'chat as bot', 'chat in', 'raids', 'stream events'])
    assert.deepEqual(can(chatting, false), ['chat', 'chat in', 'raids', 'stream events'])
    assert.equal(capabilitiesOf(bare, { bot: true }).length, capabilityNames.length)
  })
})
