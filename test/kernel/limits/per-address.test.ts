import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { plainAddress } from '../../../src/kernel/http/addresses.ts'
import { limitPerAddress } from '../../../src/kernel/limits/per-address.ts'

const root = join(import.meta.dirname, '../../..')

describe('a limit for each address', () => {
  it('counts all IPv6 addresses of one customer as one, however they are written', () => {
    const same = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:0DB8:0001:0002::5',
      '2001:db8:1:2:0:0:0:0',
      '2001:db8:1:2::1%eth0',
      '2001:db8:1:2::192.0.2.1',
    ]
    assert.deepEqual([...new Set(same.map((address) => limitPerAddress('x', address)))], ['x 2001:db8:1:2::/64'])
  })

  it('keeps networks, IPv4 addresses and purposes apart', () => {
    const apart = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8::1', '::1', 'fe80::1', '192.0.2.1', '192.0.2.2', '']
    assert.equal(new Set(apart.map((address) => limitPerAddress('x', address))).size, apart.length)
    assert.equal(limitPerAddress('x', '::1'), 'x 0:0:0:0::/64')
    assert.notEqual(limitPerAddress('x', '::1'), limitPerAddress('y', '::1'))
  })

  it('sees an IPv4 address in every form in which a socket or a proxy reports it', () => {
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201']) {
      assert.equal(plainAddress(address), '192.0.2.1')
    }
  })

  it('is named by this function wherever an address is limited', () => {
    const files = globSync('src/**/*.ts', { cwd: root })
    const users = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('limitPerAddress('))
    assert.ok(users.length >= 4, 'the search finds those that use it')
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8')
      const own = /\.(?:take|peek)\(\s*`[^`]*\$\{[^}]*(?:address|remote|\bip\b)[^}]*\}/i.exec(text)
      assert.equal(own, null, `${file} limits an address by a name of its own: ${own?.[0]}`)
    }
  })
})
