import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fonts, themes } from '../../../src/capabilities/overlay/contract/themes.ts'
import { languages } from '../../../src/kernel/text/languages.ts'
import type { Catalogue, MessageText } from '../../../src/kernel/text/message.ts'
import { root } from '../../structure/import-graph.ts'
import { listMessages } from './listing.ts'
import { codePointsOf } from './woff2.ts'

interface Face {
  readonly family: string
  readonly has: ReadonlySet<number>
}

/** The faces of a stylesheet, each with the characters that it is loaded for and has a glyph for. */
function facesOf(stylesheet: string): Face[] {
  const css = readFileSync(join(root, stylesheet), 'utf8')
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) => {
    const family = /font-family: "([^"]+)"/.exec(body)?.[1] ?? ''
    const file = /url\("([^"]+)"\)/.exec(body)?.[1] ?? ''
    const ranges = [...body.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, from = '', to = from]) => {
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    })
    const glyphs = codePointsOf(readFileSync(join(root, stylesheet, '..', file)))
    return {
      family,
      has: new Set([...glyphs].filter((code) => ranges.some(([from, to]) => code >= from && code <= to))),
    }
  })
}

const overlayFaces = facesOf('overlay/assets/fonts.css')
/** What the stylesheet adds to the font of every theme. */
const further =
  /font-family: var\(--font\), ([^;]*);/.exec(readFileSync(join(root, 'overlay/assets/overlay.css'), 'utf8'))?.[1] ?? ''
const panelFaces = facesOf('panel/src/styles/fonts.css')
const tokens = readFileSync(join(root, 'panel/src/styles/tokens.css'), 'utf8')

const messages = listMessages()
const catalogues = globSync('catalogues/*.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Catalogue,
)
const allTexts: readonly Readonly<Record<string, MessageText>>[] = [
  Object.fromEntries(messages),
  ...catalogues.map(({ texts }) => texts),
]
/** Pictures and controls that no text font has: the system draws them. */
const isDrawnBySystem = (character: string) => /\p{Extended_Pictographic}|\p{Cf}|\p{Cc}|[‎‏←→]/u.test(character)

function missing(stack: string, faces: readonly Face[], texts: readonly string[]): string[] {
  const used = faces.filter(({ family }) => stack.includes(family))
  const characters = new Set(texts.flatMap((text) => [...text]))
  return [...characters]
    .filter((character) => !isDrawnBySystem(character))
    .filter((character) => !used.some(({ has }) => has.has(character.codePointAt(0) ?? 0)))
}

function textsIn(keyPart = ''): string[] {
  return allTexts.flatMap((texts) =>
    Object.entries(texts).flatMap(([key, text]) => {
      if (!key.startsWith(keyPart)) return []
      return typeof text === 'string' ? [text] : Object.values(text)
    }),
  )
}

const samples = [
  ...Object.values(languages).map(({ name }) => name),
  'ありがとう御座います。「配信」',
  'شكرًا على الاشتراك؟',
]

describe('the fonts that come with Showcaller', () => {
  it('have every character of every text on the overlay, in every theme', () => {
    const shown = [...samples, ...['overlay.', 'songCard.', 'replies.', 'widgets.'].flatMap(textsIn)]
    for (const [name, { font }] of Object.entries(themes)) {
      assert.deepEqual(missing(`${fonts[font].css}, ${further}`, overlayFaces, shown), [], `the theme ${name}`)
    }
  })

  it('have every character of every text of the panel', () => {
    const stack = /--text:([^;]*);/.exec(tokens)?.[1] ?? ''
    assert.deepEqual(missing(stack, panelFaces, [...samples, ...textsIn()]), [])
  })

  it('are read right: a font has what it is known to have, and not more', () => {
    const byFamily = (family: string) =>
      new Set(overlayFaces.filter((one) => one.family === family).flatMap(({ has }) => [...has]))
    assert.ok(byFamily('Showcaller Inter').has('ğ'.codePointAt(0) ?? 0))
    assert.ok(!byFamily('Showcaller Inter').has('配'.codePointAt(0) ?? 0))
    assert.ok(byFamily('Showcaller Japanese').has('配'.codePointAt(0) ?? 0))
    assert.ok(byFamily('Showcaller Arabic').has('ش'.codePointAt(0) ?? 0))
  })
})
