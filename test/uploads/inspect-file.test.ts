import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RefusedFile } from '../../src/capabilities/uploads/content/facts.ts'
import { inspectFile } from '../../src/capabilities/uploads/content/inspect-file.ts'
import { aacOf, mp3Of, oggOf, opusOf, pngOf, sample, wavOf, withTag } from './files.ts'

const near = (ms: number | undefined, wanted: number, by = 30) =>
  assert.ok(ms !== undefined && Math.abs(ms - wanted) <= by, `${ms} ms instead of about ${wanted}`)

describe('what a file is, by its bytes', () => {
  for (const [name, format, durationMs] of [
    ['tone.flac', 'flac', 250],
    ['tone.ogg', 'ogg', 250],
    ['tone.webm', 'webm-audio', 850],
    ['tone.m4a', 'm4a', 876],
  ] as const) {
    it(`${name}: a sound, with its length`, () => {
      const facts = inspectFile(sample(name))
      assert.deepEqual([facts.format, facts.family], [format, 'audio'])
      near(facts.durationMs, durationMs, 60)
    })
  }

  it('sounds without a file that reports their length at once', () => {
    assert.deepEqual(inspectFile(wavOf(1.5)), { format: 'wav', family: 'audio', durationMs: 1500 })
    const mp3 = inspectFile(mp3Of(100))
    assert.equal(mp3.format, 'mp3')
    near(mp3.durationMs, 2612)
    near(inspectFile(withTag(mp3Of(100), 30_000)).durationMs, 2612)
    near(inspectFile(Buffer.concat([mp3Of(50), Buffer.alloc(700, 1), mp3Of(50)])).durationMs, 2612, 60)
    const aac = inspectFile(aacOf(100))
    assert.equal(aac.format, 'aac')
    near(aac.durationMs, 2322)
    assert.deepEqual(inspectFile(opusOf(3)), { format: 'ogg', family: 'audio', durationMs: 3000 })
  })

  for (const [name, format] of [
    ['film.webm', 'webm'],
    ['film.mp4', 'mp4'],
  ] as const) {
    it(`${name}: a film, with its length and size`, () => {
      const facts = inspectFile(sample(name))
      assert.deepEqual([facts.format, facts.family, facts.width, facts.height], [format, 'video', 64, 36])
      near(facts.durationMs, 830, 60)
    })
  }

  for (const [name, format] of [
    ['dot.png', 'png'],
    ['dot.jpg', 'jpeg'],
    ['dot.gif', 'gif'],
    ['dot.webp', 'webp'],
    ['lossless.webp', 'webp'],
    ['alpha.webp', 'webp'],
    ['dot.avif', 'avif'],
  ] as const) {
    it(`${name}: a picture, with its size`, () => {
      assert.deepEqual(inspectFile(sample(name)), { format, family: 'image', width: 24, height: 16 })
    })
  }

  const refused = (bytes: Buffer, words: RegExp) =>
    assert.throws(
      () => inspectFile(bytes),
      (error) => error instanceof RefusedFile && words.test(error.message),
    )

  it('nothing that could hold a script, whatever it begins with', () => {
    refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /SVG/)
    refused(Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a --><svg width="1"/>'), /SVG/)
    refused(Buffer.from('<!doctype html><script>alert(1)</script>'), /not a sound, picture or film/)
    refused(Buffer.from('%PDF-1.7'), /not a sound/)
    refused(Buffer.from('MZ\u0090\u0000'), /not a sound/)
    refused(Buffer.from([0]), /not a sound/)
  })

  it('nothing that OBS does not play, with the reason', () => {
    const matroska = Buffer.from(sample('film.webm').toString('latin1').replace('webm', 'mkvx'), 'latin1')
    refused(matroska, /Matroska/)
    const hevc = Buffer.from(sample('film.mp4').toString('latin1').replaceAll('vp09', 'hvc1'), 'latin1')
    refused(hevc, /HEVC, which OBS does not play/)
    refused(Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypheic\u0000\u0000\u0000\u0000')]), /HEIC/)
    refused(oggOf(Buffer.from('\u0080theora\u0003\u0002\u0001'.padEnd(30, '\u0000'), 'latin1'), 100), /Vorbis or Opus/)
  })

  it('nothing that is cut short or only looks like a file', () => {
    for (const name of [
      'film.mp4',
      'film.webm',
      'tone.ogg',
      'tone.flac',
      'tone.m4a',
      'dot.png',
      'dot.jpg',
      'dot.avif',
    ]) {
      assert.throws(() => inspectFile(sample(name).subarray(0, 20)), RefusedFile, name)
    }
    assert.throws(() => inspectFile(withTag(Buffer.alloc(0), 0)), RefusedFile)
    assert.throws(() => inspectFile(withTag(Buffer.from('no sound at all'), 100)), RefusedFile)
    assert.throws(() => inspectFile(Buffer.concat([mp3Of(1), Buffer.alloc(500)])), RefusedFile)
    assert.throws(() => inspectFile(pngOf(0, 5)), RefusedFile)
    assert.throws(() => inspectFile(wavOf(0)), RefusedFile)
  })

  it('is found for any bytes without an end or an error of another kind', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed
    }
    const names = ['film.mp4', 'film.webm', 'tone.webm', 'tone.ogg', 'tone.flac', 'dot.avif', 'dot.jpg', 'alpha.webp']
    for (let round = 0; round < 2000; round++) {
      const bytes = sample(names[round % names.length] ?? '')
      for (let n = 0; n < 6; n++) bytes[random() % bytes.length] = random() % 256
      try {
        inspectFile(bytes)
      } catch (error) {
        assert.ok(error instanceof RefusedFile, String(error))
      }
    }
  })
})
