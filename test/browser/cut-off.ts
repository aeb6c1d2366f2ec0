import type { Page } from '../tools/playwright.ts'

/**
 * What viewers would see cut off: parts of widgets that reach beyond the plate. A chat and credits come and go at the top
 * and the bottom, emotes fly everywhere, and rows that have no room begin a column that is not shown.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const widget of document.querySelectorAll<HTMLElement>('.widget')) {
      const { type = '' } = widget.dataset
      const plate = widget.querySelector('.plate')
      if (plate === null || ['emotes', 'custom', 'image'].includes(type)) continue
      const box = plate.getBoundingClientRect()
      const isRolling = ['chat', 'credits'].includes(type)
      for (const part of plate.querySelectorAll('p, b, span, svg, img, li, h1, h2')) {
        const row = part.closest<HTMLElement>('.widget-row')
        if (part.closest('.reel-strip') !== null || (row !== null && row.offsetLeft > 0)) continue
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        const isWide = left < box.left - 1 || right > box.right + 1
        const isHigh = !isRolling && (top < box.top - 1 || bottom > box.bottom + 1)
        if (width > 0 && (isWide || isHigh)) {
          found.push(`${type}: ${part.tagName} ${part.className} ${part.textContent?.slice(0, 20)}`)
        }
      }
    }
    return found
  })
}
