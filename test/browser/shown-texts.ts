import type { Page } from '../tools/playwright.ts'

/** Every text of a page, or of a part of it, that a person sees or hears, except what people wrote and the API. */
export async function shownTexts(page: Page, within = 'body'): Promise<string[]> {
  const texts = await page.evaluate((part) => {
    const own = 'code, pre, kbd, .mono, textarea, input, bdi, [data-untranslated], .cm-editor, iframe, [lang]:not(html)'
    const found: string[] = []
    for (const element of document.querySelectorAll(`${part} *`)) {
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
  }, within)
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
