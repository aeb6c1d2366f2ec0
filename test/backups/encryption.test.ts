import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { decrypt, encrypt, isEncrypted } from '../../src/kernel/storage/moving/encryption.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

const passphrase = 'correct horse battery'
/** The cost is in the header; the tests of the commands use the real one. */
const cheap = { cost: 10, blockSize: 8, parallelism: 1 }
const chunk = 256 * 1024
const header = 72
const tag = 16

describe('an encrypted backup', () => {
  const folder = createTemporaryFolder()
  after(() => folder.remove())

  async function sealed(plain: Buffer, name: string): Promise<string> {
    const path = join(folder.path, name)
    const parts: Buffer[] = []
    for await (const part of encrypt(inParts(plain), passphrase, cheap)) parts.push(part)
    writeFileSync(path, Buffer.concat(parts))
    return path
  }

  it('gives back exactly what was put in, whatever its size, and nothing of it is readable before', async () => {
    for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk]) {
      const plain = randomBytes(size)
      const path = await sealed(plain, `size-${size}`)
      assert.equal(await isEncrypted(path), true)
      assert.ok((await opened(path, passphrase)).equals(plain), `${size} bytes`)
      const marker = plain.subarray(0, 64)
      if (size > 64) assert.equal(readFileSync(path).includes(marker), false)
    }
  })

  it('is never the same file twice', async () => {
    const [one, two] = [await sealed(Buffer.from('same'), 'one'), await sealed(Buffer.from('same'), 'two')]
    assert.notDeepEqual(readFileSync(one), readFileSync(two))
  })

  it('says that a wrong passphrase is wrong', async () => {
    const path = await sealed(Buffer.from('secret'), 'wrong')
    await assert.rejects(opened(path, 'another passphrase'), /the passphrase is wrong/)
  })

  it('says that it is damaged when a byte was changed, or a chunk is missing, swapped, repeated or cut off', async () => {
    const whole = readFileSync(await sealed(randomBytes(3 * chunk), 'whole'))
    const at = (number: number) => header + number * (chunk + tag)
    const chunks = [0, 1, 2].map((number) => whole.subarray(at(number), at(number + 1)))
    const [first = whole, second = whole, third = whole] = chunks
    const head = whole.subarray(0, header)
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(at(1) + 5) ^ 1, at(1) + 5)
    const damaged = {
      flipped,
      missing: Buffer.concat([head, first, third]),
      swapped: Buffer.concat([head, second, first, third]),
      repeated: Buffer.concat([head, first, second, second, third]),
      'without its end': Buffer.concat([head, first, second]),
      'cut off': whole.subarray(0, whole.length - 100),
      'cut after the header': head,
    }
    for (const [name, bytes] of Object.entries(damaged)) {
      const path = join(folder.path, name)
      writeFileSync(path, bytes)
      await assert.rejects(opened(path, passphrase), /damaged or incomplete/, name)
    }
  })

  it('refuses a header that asks for more memory than a backup of ours, before it uses any', async () => {
    const path = await sealed(Buffer.from('x'), 'costly')
    const bytes = readFileSync(path)
    bytes.writeUInt8(31, 9)
    writeFileSync(path, bytes)
    await assert.rejects(opened(path, passphrase), /damaged/)
    bytes.writeUInt8(9, 8)
    writeFileSync(path, bytes)
    await assert.rejects(opened(path, passphrase), /newer Showcaller \(format 9, this one knows 1\)/)
    assert.ok(statSync(path).size > header)
  })
})

async function opened(path: string, with_: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of decrypt(path, with_)) parts.push(part)
  return Buffer.concat(parts)
}

async function* inParts(plain: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < plain.length; at += 100_000) yield plain.subarray(at, at + 100_000)
}
