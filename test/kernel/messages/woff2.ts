import { brotliDecompressSync } from 'node:zlib'

/**
 * The code points that a WOFF2 font has glyphs for: its `cmap` table, which the format stores as it is
 * (https://www.w3.org/TR/WOFF2/, https://learn.microsoft.com/typography/opentype/spec/cmap).
 */
export function codePointsOf(file: Buffer): Set<number> {
  const cmap = tableOf(file, 'cmap')
  const found = new Set<number>()
  const count = cmap.readUInt16BE(2)
  for (let index = 0; index < count; index++) readSubtable(cmap.subarray(cmap.readUInt32BE(8 + index * 8)), found)
  return found
}

const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .match(/.{4}(?: |$)/g)
    ?.map((tag) => tag.slice(0, 4)) ?? []

/** The tables stand behind each other in one compressed block, in the order of the directory. */
function tableOf(file: Buffer, wanted: string): Buffer {
  const count = file.readUInt16BE(12)
  let at = 48
  const number = () => {
    let value = 0
    for (;;) {
      const byte = file[at++] ?? 0
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let offset = 0
  let place: { readonly start: number; readonly length: number } | undefined
  for (let index = 0; index < count; index++) {
    const flags = file[at++] ?? 0
    const isOther = (flags & 63) === 63
    const tag = isOther ? file.toString('latin1', at, at + 4) : (knownTags[flags & 63] ?? '')
    if (isOther) at += 4
    const original = number()
    const version = flags >> 6
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    const length = isTransformed ? number() : original
    if (tag === wanted) place = { start: offset, length }
    offset += length
  }
  if (place === undefined) throw new Error(`the font has no table ${wanted}`)
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  return tables.subarray(place.start, place.start + place.length)
}

function readSubtable(table: Buffer, found: Set<number>): void {
  const format = table.readUInt16BE(0)
  if (format === 4) {
    const segments = table.readUInt16BE(6) / 2
    for (let index = 0; index < segments; index++) {
      const end = table.readUInt16BE(14 + index * 2)
      const start = table.readUInt16BE(16 + segments * 2 + index * 2)
      for (let code = start; code <= end && code !== 0xffff; code++) found.add(code)
    }
  } else if (format === 12) {
    const groups = table.readUInt32BE(12)
    for (let index = 0; index < groups; index++) {
      const [start, end] = [table.readUInt32BE(16 + index * 12), table.readUInt32BE(20 + index * 12)]
      for (let code = start; code <= end; code++) found.add(code)
    }
  }
}
