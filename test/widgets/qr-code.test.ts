import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { qrCode } from '../../overlay/widget-parts/qr-code.ts'

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

  it('is not drawn for a text that is too long for it', () => {
    assert.equal(qrCode('x'.repeat(412))?.length, 77)
    assert.equal(qrCode('x'.repeat(413)), undefined)
  })
})
