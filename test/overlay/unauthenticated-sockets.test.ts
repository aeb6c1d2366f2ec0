import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUnauthenticatedSockets } from '../../src/kernel/gateway/unauthenticated-sockets.ts'

describe('sockets before their authentication', () => {
  function open(perAddress: number, inAll: number) {
    const closed: string[] = []
    return { closed, sockets: createUnauthenticatedSockets({ perAddress, inAll }, (name: string) => closed.push(name)) }
  }

  it('are limited for each address; the oldest of that address goes', () => {
    const { closed, sockets } = open(3, 100)
    sockets.add('other', 'o1')
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) sockets.add('a', name)
    assert.deepEqual([closed, sockets.count], [['a1', 'a2'], 4])
  })

  it('are limited in all; the oldest of the address with the most goes', () => {
    const { closed, sockets } = open(10, 6)
    sockets.add('quiet', 'q1')
    for (let index = 1; index <= 5; index++) sockets.add('loud', `l${index}`)
    for (const address of ['b', 'c', 'd']) sockets.add(address, address)
    assert.deepEqual([closed, sockets.count], [['l1', 'l2', 'l3'], 6])
  })

  it('no longer count once they are authenticated or closed', () => {
    const { closed, sockets } = open(2, 2)
    const done = sockets.add('a', 'a1')
    done()
    done()
    sockets.add('a', 'a2')
    sockets.add('a', 'a3')
    assert.deepEqual([closed, sockets.count], [[], 2])
  })
})
