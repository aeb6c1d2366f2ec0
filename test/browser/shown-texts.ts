import type { Page } from '../tools/playwright.ts'

/** Every text of a page that a person sees or hears, except what people wrote and what belongs to the API. */
export async function shownTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const own = 'code, pre, kbd, .mono, textarea, input, bdi, [data-untranslated], .cm-editor, iframe, [lang]:not(html)'
    const found: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(own) !== null || !element.checkVisibility()) continue
      const inside = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      // The title of a scope lists the names of operations.
      const isScope = element.matches('label.choice')
      const attributes = ['aria-label', 'placeholder', 'alt', ...(isScope ? [] : ['title'])].map(
        (name) => element.getAttribute(name) ?? '',
      )
      found.push(...inside.map(({ textContent }) => textContent ?? ''), ...attributes)
    }
    return [...new Set(found)]
  })
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
