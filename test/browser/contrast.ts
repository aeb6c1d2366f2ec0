import type { Page } from '../tools/playwright.ts'

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
 * also of what lies on the same place by accident; so one in dark is another one than in light. Where axe cannot
 * say anything about a text for another reason than its look, every text that looks like it is checked, every time.
 */
export async function contrastViolations(page: Page): Promise<string[]> {
  const { violations, passed } = await page.evaluate(checkNewLooks, [...known])
  for (const look of passed) known.add(look)
  return violations
}

/** Runs in the page, where axe is loaded. */
async function checkNewLooks(before: readonly string[]): Promise<{ violations: string[]; passed: string[] }> {
  interface Layer {
    /** A hash of what is behind a text here, the ancestors included. */
    readonly behind: string
    readonly style: CSSStyleDeclaration
    readonly isPainted: boolean
  }
  const layers = new Map<Element, Layer>()

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
  function layerOf(element: Element): Layer {
    const found = layers.get(element)
    if (found !== undefined) return found
    const root = element.getRootNode()
    const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
    const under = parent === null ? '' : layerOf(parent).behind
    const style = getComputedStyle(element)
    const generated = ['::before', '::after']
      .map((name) => getComputedStyle(element, name))
      .filter(({ content }) => content !== 'none' && content !== 'normal')
      .map((pseudo) => `${paintOf(pseudo)} ${pseudo.position}`)
    const paint = paintOf(style)
    const isPlain = paint === 'rgba(0, 0, 0, 0) none 1 none normal' && generated.length === 0
    const layer = {
      behind: isPlain ? under : hash([under, paint, ...generated].join('|')),
      style,
      isPainted: !isPlain || element.matches('img, svg, canvas, video, iframe'),
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
  function textOf(element: Element): string {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return element.value || element.placeholder
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? ''
    return [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      .join('')
      .trim()
  }
  /** Where an element is, line by line. */
  function placesOf(element: Element) {
    const found = [...element.getClientRects()]
    return found.map(({ left, right, top, bottom }) => ({
      left: left + 1,
      right: right - 1,
      top: top + 1,
      bottom: bottom - 1,
    }))
  }
  type Place = ReturnType<typeof placesOf>[number]
  function rowsOf({ top, bottom }: Place): number[] {
    const first = Math.floor(top / rowHeight)
    return Array.from({ length: Math.max(1, Math.floor(bottom / rowHeight) - first + 1) }, (_, row) => first + row)
  }
  function meet(a: Place, b: Place): boolean {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }

  const visible = [...elementsIn(document)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
  const rowHeight = 200
  const painted = new Map<number, { element: Element; place: Place }[]>()
  for (const element of visible.filter((one) => layerOf(one).isPainted)) {
    for (const place of placesOf(element)) {
      for (const row of rowsOf(place)) painted.set(row, [...(painted.get(row) ?? []), { element, place }])
    }
  }
  /** The looks of what is drawn on the same place and is neither around the text nor a part of it. */
  function overlapping(text: Element): string[] {
    const found = placesOf(text).flatMap((place) =>
      rowsOf(place)
        .flatMap((row) => painted.get(row) ?? [])
        .filter((one) => meet(place, one.place) && !one.element.contains(text) && !text.contains(one.element))
        .map(({ element }) => `${element.tagName} ${layerOf(element).behind}`),
    )
    return [...new Set(found)].sort()
  }

  const seen = new Set(before)
  const lookOf = new Map<Element, string>()
  for (const element of visible) {
    const text = textOf(element)
    if (text === '') continue
    const { behind, style } = layerOf(element)
    const { color, fontSize, fontWeight, textShadow } = style
    // What is disabled may be pale, and of a single letter axe does not say whether it is a text.
    const states = [element.closest(':disabled, [aria-disabled="true"]') === null, text.length === 1]
    const own = [element.tagName, color, fontSize, fontWeight, textShadow, ...states]
    const look = hash([behind, ...own, ...overlapping(element)].join('|'))
    if (!seen.has(look)) lookOf.set(element, look)
  }

  const faults: string[] = []
  const failed = new Set<string>()
  const passed = new Set<string>()
  /** Why axe cannot say anything about a text, however often it is asked. */
  const ofTheLook: unknown[] = ['shortTextContent', 'bgImage', 'bgGradient', 'pseudoContent']
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
  // The first of each look; and all others where axe had nothing to say about that one, such as one out of sight.
  const firsts = new Map([...lookOf].reverse().map(([element, look]) => [look, element]))
  await check([...firsts.values()])
  const isAnswered = (look: string) => passed.has(look) || failed.has(look)
  const isFirst = (element: Element, look: string) => firsts.get(look) === element
  await check([...lookOf].filter(([one, look]) => !isAnswered(look) && !isFirst(one, look)).map(([one]) => one))
  return { violations: faults, passed: [...passed].filter((look) => !failed.has(look)) }
}
