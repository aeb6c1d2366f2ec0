import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  isTar,
  readTar,
  type TarMember,
  tarEnd,
  tarHead,
  tarInMemory,
  tarLength,
  tarPadding,
} from '../../src/kernel/tar.ts'

const blockBytes = 512

function pack(files: readonly { readonly name: string; readonly content: string; readonly mode?: number }[]): Buffer {
  const parts = files.flatMap(({ name, content, mode = 0o644 }) => {
    const bytes = Buffer.from(content)
    return [tarHead({ name, bytes: bytes.length, mode }, 0), bytes, tarPadding(bytes.length)]
  })
  return Buffer.concat([...parts, tarEnd])
}

async function list(archive: Buffer): Promise<TarMember[]> {
  const members: TarMember[] = []
  for await (const member of readTar(tarInMemory(archive))) members.push(member)
  return members
}

/** A header with some bytes replaced, and a checksum that is right all the same. */
function forged(at: number, text: string): Buffer {
  const head = tarHead({ name: 'a.txt', bytes: 5, mode: 0o644 }, 0)
  head.write(text, at, 'latin1')
  head.fill(' ', 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, Buffer.from('hello'), tarPadding(5), tarEnd])
}

describe('a tar archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-tar-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('has the members that were written, of any length and in any script', async () => {
    const long = `${'folder-of-a-package/'.repeat(7)}name.js`
    const files = [
      { name: 'empty', content: '' },
      { name: 'a block', content: 'x'.repeat(blockBytes), mode: 0o755 },
      { name: 'größer.txt', content: 'ü'.repeat(300) },
      { name: long, content: 'long' },
      { name: 'folder/', content: '' },
    ]
    const archive = pack(files)
    assert.equal(archive.length, tarLength(files.map(({ content }) => Buffer.byteLength(content))))
    const members = await list(archive)
    assert.deepEqual(
      members.map(({ name, start, bytes }) => [name, archive.toString('utf8', start, start + bytes)]),
      files.map(({ name, content }) => [name, content]),
    )
    assert.deepEqual(
      members.map(({ kind }) => kind),
      ['file', 'file', 'file', 'file', 'folder'],
    )
    assert.equal(members[1]?.mode, 0o755)
    await assert.rejects(async () => tarHead({ name: 'x'.repeat(300), bytes: 0, mode: 0 }, 0), /too long/)
  })

  it('that the program tar wrote is read, its links as something else than files', async () => {
    mkdirSync(join(folder, 'in'))
    writeFileSync(join(folder, 'in/a.txt'), 'hello')
    symlinkSync('a.txt', join(folder, 'in/link'))
    const members = ['in', 'in/a.txt', 'in/link']
    execFileSync('tar', ['--format=ustar', '--no-recursion', '-cf', 'out.tar', ...members], { cwd: folder })
    const archive = readFileSync(join(folder, 'out.tar'))
    assert.equal(await isTar(tarInMemory(archive)), true)
    assert.deepEqual(
      (await list(archive)).map(({ name, kind, bytes }) => [name, kind, bytes]),
      [
        ['in/', 'folder', 0],
        ['in/a.txt', 'file', 5],
        ['in/link', 'other', 0],
      ],
    )
    // The same name of the format, as GNU tar writes it.
    assert.equal((await list(forged(257, 'ustar  \0')))[0]?.name, 'a.txt')
  })

  it('names files of more than 8 GiB, whose size has no room in octal digits', async () => {
    const bytes = 9 * 1024 ** 3
    const head = tarHead({ name: 'large', bytes, mode: 0o600 }, 0)
    const source = { bytes: blockBytes + bytes, read: async (at: number) => (at === 0 ? head : tarEnd) }
    assert.equal((await readTar(source).next()).value?.bytes, bytes)
  })

  it('is refused with the reason where it is damaged or cut off', async () => {
    const archive = pack([
      { name: 'a.txt', content: 'hello' },
      { name: 'b.txt', content: 'x'.repeat(600) },
    ])
    const flipped = Buffer.from(archive)
    flipped[blockBytes * 2 + 3] = 0x7a
    await assert.rejects(list(flipped), /damaged: there is no valid header at byte 1024/)
    await assert.rejects(list(archive.subarray(0, blockBytes * 2)), /ends too early: its end mark is missing/)
    await assert.rejects(list(archive.subarray(0, blockBytes * 2 + 100)), /ends too early/)
    await assert.rejects(list(archive.subarray(0, blockBytes * 3 + 100)), /ends too early: within b\.txt/)
    await assert.rejects(list(Buffer.alloc(0)), /ends too early/)
    await assert.rejects(list(Buffer.from('not an archive '.repeat(100))), /damaged/)
    assert.equal(await isTar(tarInMemory(Buffer.from('SQLite format 3'))), false)
  })

  it('is refused with a size that is not a number, is too large, or reaches beyond its end', async () => {
    await assert.rejects(list(forged(124, 'hello world')), /the size of a\.txt cannot be read/)
    await assert.rejects(list(forged(124, `\x80${'\0'.repeat(3)}${'\xff'.repeat(8)}`)), /the size of a\.txt cannot/)
    await assert.rejects(list(forged(124, '77777777777')), /ends too early: within a\.txt/)
  })
})
