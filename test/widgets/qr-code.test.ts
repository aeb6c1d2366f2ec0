import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { qrCode } from '../../overlay/widget-parts/qr-code.ts'
import { readQrCode } from '../tools/qr-reader.ts'

interface Known {
  readonly text: string
  readonly mask: number
  /** Each row as a hexadecimal number, a dark module is a 1. */
  readonly rows: readonly string[]
}

/** Drawn by another encoder, qrcode-terminal 0.12, which is written from another implementation of the standard. */
const known = JSON.parse(readFileSync(new URL('fixtures/qr-codes.json', import.meta.url), 'utf8')) as readonly Known[]

describe('a QR code', () => {
  it('has the same modules as the one of another encoder, in small and large versions', () => {
    assert.equal(known.length, 5)
    for (const { text, mask, rows } of known) {
      const own = qrCode(text, mask)?.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(16))
      assert.deepEqual(own, rows, text.slice(0, 30))
    }
  })

  it('is read by a decoder of others, in every version with its longest text and in every script', () => {
    const digits = '0123456789'.repeat(42)
    const texts = longest.flatMap((length) => [digits.slice(0, length), digits.slice(0, length + 1)]).slice(0, -1)
    for (const text of ['x', 'https://example.com/tip?from=stream&x=1#top', 'Çağla 日本語 سارة 🎉', ...texts]) {
      const grid = qrCode(text) ?? assert.fail(`no code for ${text.length} letters`)
      assert.equal(readQrCode(painted(grid)), text, `${text.length} letters`)
    }
  })

  it('is not drawn for a text that is too long for it', () => {
    assert.equal(qrCode('x'.repeat(412))?.length, 77)
    assert.equal(qrCode('x'.repeat(413)), undefined)
  })
})

/** Bytes that a version of level M holds, 1 to 15, as ISO/IEC 18004 lists them in table 7. */
const longest = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412]

/** As a camera would see it, with the empty margin of four modules that the standard asks for. */
function painted(grid: readonly (readonly boolean[])[]) {
  const [scale, margin] = [3, 4]
  const width = (grid.length + 2 * margin) * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let at = 0; at < width * width; at++) {
    const [x, y] = [at % width, Math.floor(at / width)].map((one) => Math.floor(one / scale) - margin)
    if (grid[y ?? -1]?.[x ?? -1] === true) data.fill(0, at * 4, at * 4 + 3)
  }
  return { width, height: width, data }
}
