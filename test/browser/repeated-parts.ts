import type { Page } from '../tools/playwright.ts'

/** What stays of parts that are alike: styles may be different for the first, the last and every second one. */
const atTheStart = 2
const atTheEnd = 1

/**
 * Removes what repeats itself from a page that the server wrote, so that axe, which takes half a minute for a page of
 * thousands of elements, sees each part of it a few times. Parts that stand beside each other are alike when they are the
 * same element with the same attributes and consist of the same kinds of parts, down to the last one, however often and
 * in whatever order. Answers with how many elements there were and how many are left.
 */
export function removeRepeatedParts(page: Page): Promise<{ before: number; left: number }> {
  return page.evaluate(
    ([first, last]) => {
      const own = new Set(['id', 'href', 'src', 'title', 'aria-label', 'aria-labelledby', 'aria-describedby'])
      function kindOf(element: Element): string {
        const attributes = [...element.attributes].map(({ name, value }) => {
          // Names differ from part to part, and whether there is one is what matters.
          return `${name}=${own.has(name) ? value.trim() !== '' : value}`
        })
        const parts = new Set(thinOut(element))
        return `${element.tagName} ${attributes.sort().join(' ')} (${[...parts].sort().join(' ')})`
      }
      /** The kinds of what is inside. */
      function thinOut(parent: Element): string[] {
        const kinds = [...parent.childNodes].flatMap((node) => {
          if (node instanceof Element) return { element: node, kind: kindOf(node) }
          return node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() ? { element: undefined, kind: 'text' } : []
        })
        const places = Map.groupBy(kinds.keys(), (at) => kinds[at]?.kind)
        const stays = kinds.filter(({ kind }, at) => {
          const all = places.get(kind) ?? []
          const place = all.indexOf(at)
          return place < first || place >= all.length - last
        })
        for (const { element } of kinds.filter((one) => !stays.includes(one))) element?.remove()
        return stays.map(({ kind }) => kind)
      }
      const count = () => document.querySelectorAll('*').length
      const before = count()
      thinOut(document.body)
      return { before, left: count() }
    },
    [atTheStart, atTheEnd] as const,
  )
}

/**
 * What can be wrong with a page although each of its parts is right: ids that stand there twice, names and links that lead
 * to no part of it, headings that leave out a level.
 */
export function faultsAsAWhole(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const known = new Set(ids)
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${id} stands there twice`)
    const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name)?.split(' ') ?? []),
    )
    const anchors = [...document.querySelectorAll('a[href^="#"]')].map((link) =>
      decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''),
    )
    const lost = [...references, ...anchors].filter((id) => id !== '' && !known.has(id))
    const headings = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')]
    const jumps = headings.filter(
      (heading, at) => Number(heading.tagName[1]) > Number(headings[at - 1]?.tagName[1] ?? 0) + 1,
    )
    return [
      ...twice,
      ...lost.map((id) => `nothing has the id ${id}`),
      ...jumps.map(({ textContent }) => `the heading leaves out a level: ${textContent}`),
    ]
  })
}
