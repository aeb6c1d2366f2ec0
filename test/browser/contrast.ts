import type { Page } from '../tools/playwright.ts'
import { loadAxe } from './axe.ts'
import { passingSamples, type Sample } from './contrast-samples.ts'

/** What was found to have enough contrast in this process, by everything that contrast depends on. */
const known = new Set<string>()

interface Axe {
  run(
    context: { include: Element[] },
    options: object,
  ): Promise<Record<'violations' | 'passes' | 'incomplete', Found[]>>
}
interface Found {
  readonly nodes: readonly FoundNode[]
}
interface FoundNode {
  readonly element: Element
  readonly html: string
  readonly failureSummary: string
  readonly any: readonly { readonly data?: { readonly messageKey?: string } }[]
}

/**
 * Texts with too little contrast, in words. Most of what axe takes is for contrast, and most texts of a page look like
 * one that was checked before: in the frame around every page, in a row above. So axe is given one text of each look. A
 * look is the colour, size and weight of a text and every background and opacity behind it, as computed by the browser,
 * also of what lies on the same place by accident; so one in dark is another one than in light. A look that consists of
 * plain colours is shown to axe on a page of its own; where it does not pass there, or consists of more, axe is asked
 * about the text on this page. Where axe cannot say anything about a text for another reason than its look, every text
 * that looks like it is checked, every time.
 */
export async function contrastViolations(page: Page): Promise<string[]> {
  const { found } = await page.evaluate(checkNewLooks, { known: [...known], asks: false })
  if (found.length === 0) return []
  const browser = page.context().browser()
  const samples = found.flatMap(({ sample }) => sample ?? [])
  for (const look of browser === null ? [] : await passingSamples(browser, samples)) known.add(look)
  if (found.every(({ look }) => known.has(look))) return []
  await loadAxe(page)
  const { violations, passed } = await page.evaluate(checkNewLooks, { known: [...known], asks: true })
  for (const look of passed) known.add(look)
  return violations
}

interface Looks {
  /** The new ones, and what they consist of if that is plain colours. */
  readonly found: readonly { readonly look: string; readonly sample: Sample | undefined }[]
  /** What axe says about them, if it is asked: it has to be loaded. */
  readonly violations: string[]
  readonly passed: readonly string[]
}

/** Runs in the page. */
async function checkNewLooks({ known: before, asks }: { known: readonly string[]; asks: boolean }): Promise<Looks> {
  interface Layer {
    /** A hash of what is behind a text here, the ancestors included. */
    readonly behind: string
    readonly style: CSSStyleDeclaration
    readonly isPainted: boolean
    /** What is painted is one colour. */
    readonly isPlainColor: boolean
    readonly parent: Element | null
    readonly isOpaque: boolean
    /** Around this element: what shows a part of its content only. */
    readonly scroller: Element | undefined
    /** What keeps its place while a page is scrolled, around this element or itself. */
    readonly bar: Element | undefined
    /** Only screen readers find it, such as a label out of sight. */
    readonly isCutOff: boolean
  }
  const layers = new Map<Element, Layer>()
  const frames = new Map<Element, DOMRect>()
  const hasText = new Set(
    'text search email url tel password number date time month week datetime-local submit reset button file'.split(' '),
  )

  function hash(text: string): string {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2_654_435_761)
      b = Math.imul(b ^ code, 1_597_334_677)
    }
    return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
  }
  function paintOf(style: CSSStyleDeclaration): string {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style
    return `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
  }
  /** As browsers write colours, a part that is transparent stands at the end. */
  function isSolid(color: string): boolean {
    return !/\/|rgba|transparent/.test(color)
  }
  function layerOf(element: Element): Layer {
    const found = layers.get(element)
    if (found !== undefined) return found
    const root = element.getRootNode()
    const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
    const around = parent === null ? undefined : layerOf(parent)
    const under = around?.behind ?? ''
    const style = getComputedStyle(element)
    const generated = ['::before', '::after']
      .map((name) => getComputedStyle(element, name))
      .filter(({ content }) => content !== 'none' && content !== 'normal')
      .map((pseudo) => `${paintOf(pseudo)} ${pseudo.position}`)
    const paint = paintOf(style)
    const isPlain = paint === 'rgba(0, 0, 0, 0) none 1 none normal' && generated.length === 0
    // What is generated stands beside a text, unless it has a place of its own.
    const isBeside = generated.every((one) => one.endsWith(' static'))
    const isPlainColor = isBeside && paint.endsWith(`none ${style.opacity} none normal`)
    const layer = {
      behind: isPlain ? under : hash([under, paint, ...generated].join('|')),
      style,
      isPlainColor,
      parent,
      isOpaque: isPlainColor && style.opacity === '1' && isSolid(style.backgroundColor),
      scroller: parent !== null && around?.style.overflow !== 'visible' ? parent : around?.scroller,
      bar: style.position === 'fixed' || style.position === 'sticky' ? element : around?.bar,
      isPainted: !isPlain || element.matches('img, svg, canvas, video, iframe'),
      isCutOff: around?.isCutOff === true || style.clipPath === 'inset(50%)',
    }
    layers.set(element, layer)
    return layer
  }
  function* elementsIn(root: Document | ShadowRoot): Generator<Element> {
    for (const element of root.querySelectorAll(root === document ? 'body, body *' : '*')) {
      yield element
      if (element.shadowRoot !== null) yield* elementsIn(element.shadowRoot)
    }
  }
  /** Not what nobody sees: axe has no answer for it, and would be asked again on every page. */
  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    if (layerOf(element).isCutOff) return false
    // What has no box of its own may have parts with one; what stands before the start of the page cannot be scrolled to.
    const { right, bottom, width } = element.getBoundingClientRect()
    return width === 0 || (right + scrollX > 0 && bottom + scrollY > 0)
  }
  function textOf(element: Element): string {
    // A box to tick and the like have a value and show none.
    if (element instanceof HTMLInputElement && !hasText.has(element.type)) return ''
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return element.value || element.placeholder
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? ''
    return [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      .join('')
      .trim()
  }
  /** Where an element is, line by line, as far as it is not scrolled away. */
  function placesOf(element: Element) {
    const { scroller } = layerOf(element)
    const frame = scroller === undefined ? undefined : frameOf(scroller)
    const found = [...element.getClientRects()].map(({ left, right, top, bottom }) => ({
      left: Math.max(left + 1, frame?.left ?? left),
      right: Math.min(right - 1, frame?.right ?? right),
      top: Math.max(top + 1, frame?.top ?? top),
      bottom: Math.min(bottom - 1, frame?.bottom ?? bottom),
    }))
    return frame === undefined ? found : found.filter(({ left, right, top, bottom }) => left < right && top < bottom)
  }
  function frameOf(scroller: Element): DOMRect {
    const found = frames.get(scroller) ?? scroller.getBoundingClientRect()
    frames.set(scroller, found)
    return found
  }
  type Place = ReturnType<typeof placesOf>[number]
  function rowsOf({ top, bottom }: Place): number[] {
    const first = Math.floor(top / rowHeight)
    return Array.from({ length: Math.max(1, Math.floor(bottom / rowHeight) - first + 1) }, (_, row) => first + row)
  }
  function meet(a: Place, b: Place): boolean {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }

  const visible = [...elementsIn(document)].filter(isSeen)
  const rowHeight = 200
  const painted = new Map<number, { element: Element; place: Place }[]>()
  for (const element of visible.filter((one) => layerOf(one).isPainted)) {
    for (const place of placesOf(element)) {
      for (const row of rowsOf(place)) painted.set(row, [...(painted.get(row) ?? []), { element, place }])
    }
  }
  /** Whether one is in a bar that stays while the other is scrolled: what shows through it is drawn behind it. */
  function passesBy(element: Element, text: Element): boolean {
    const [bar, own] = [layerOf(element).bar, layerOf(text).bar]
    if (bar !== undefined && !bar.contains(text)) return true
    return own !== undefined && !own.contains(element) && layerOf(own).isOpaque
  }
  /** The looks of what is drawn on the same place and is neither around the text nor a part of it. */
  function overlapping(text: Element): string[] {
    const found = placesOf(text).flatMap((place) =>
      rowsOf(place)
        .flatMap((row) => painted.get(row) ?? [])
        .filter((one) => meet(place, one.place) && !one.element.contains(text) && !text.contains(one.element))
        .filter((one) => !passesBy(one.element, text))
        .map(({ element }) => `${element.tagName} ${layerOf(element).behind}`),
    )
    return [...new Set(found)].sort()
  }

  const disabled = ':is(button, input, select, textarea):disabled, [aria-disabled="true"]'
  const seen = new Set(before)
  const lookOf = new Map<Element, string>()
  for (const element of visible) {
    const text = textOf(element)
    // What is disabled may be pale.
    if (text === '' || element.closest(disabled) !== null) continue
    const { behind, style } = layerOf(element)
    const { color, fontSize, fontWeight, textShadow } = style
    // A button that shows its icon only; and of a single letter, or of what is written on a picture, axe does not say.
    if (fontSize === '0px' || text.length === 1 || style.backgroundImage !== 'none') continue
    const own = [element.tagName, color, fontSize, fontWeight, textShadow]
    const look = hash([behind, ...own, ...overlapping(element)].join('|'))
    if (!seen.has(look)) lookOf.set(element, look)
  }

  // The first of each look.
  const firsts = new Map([...lookOf].reverse().map(([element, look]) => [look, element]))
  /** Undefined where a text and the backgrounds around it are not all that there is. */
  function sampleOf(text: Element, look: string): Sample | undefined {
    const { color, fontSize, fontWeight, textShadow } = layerOf(text).style
    if (textShadow !== 'none' || overlapping(text).length > 0) return undefined
    const behind: Sample['behind'][number][] = []
    for (let element: Element | null = text; element !== null; element = layerOf(element).parent) {
      const { isPainted, isPlainColor, style } = layerOf(element)
      if (!isPainted) continue
      if (!isPlainColor || !holds(element, text)) return undefined
      behind.unshift({ backgroundColor: style.backgroundColor, opacity: style.opacity })
    }
    return { look, text: { color, fontSize, fontWeight }, behind }
  }
  /** The page is behind all that is on it, however long it is. */
  function holds(around: Element, text: Element): boolean {
    if (around === text || around === document.body || around === document.documentElement) return true
    const box = around.getBoundingClientRect()
    return placesOf(text).every(
      ({ left, right, top, bottom }) =>
        left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom,
    )
  }
  const found = [...firsts].map(([look, element]) => ({ look, sample: asks ? undefined : sampleOf(element, look) }))
  if (!asks) return { found, violations: [], passed: [] }

  const faults: string[] = []
  const failed = new Set<string>()
  const passed = new Set<string>()
  /** Why axe cannot say anything about a text, however often it is asked. */
  const ofTheLook: unknown[] = ['bgImage', 'bgGradient', 'pseudoContent']
  async function check(include: Element[]): Promise<void> {
    if (include.length === 0) return
    const { axe } = window as unknown as { axe: Axe }
    const options = { runOnly: ['color-contrast'], elementRef: true, preload: false }
    const { violations, passes, incomplete } = await axe.run({ include }, options)
    const nodesOf = (found: Found[]) => found.flatMap(({ nodes }) => nodes)
    const unclear = nodesOf(incomplete).filter(({ any: [why] }) => ofTheLook.includes(why?.data?.messageKey))
    for (const { element, html, failureSummary } of nodesOf(violations)) {
      faults.push(`color-contrast: ${html} ${failureSummary}`)
      failed.add(lookOf.get(element) ?? '')
    }
    for (const { element } of [...nodesOf(passes), ...unclear]) {
      const look = lookOf.get(element)
      if (look !== undefined) passed.add(look)
    }
  }
  // And all others where axe had nothing to say about that one, such as one behind a dialog.
  await check([...firsts.values()])
  const isAnswered = (look: string) => passed.has(look) || failed.has(look)
  const isFirst = (element: Element, look: string) => firsts.get(look) === element
  await check([...lookOf].filter(([one, look]) => !isAnswered(look) && !isFirst(one, look)).map(([one]) => one))
  return { found, violations: faults, passed: [...passed].filter((look) => !failed.has(look)) }
}
