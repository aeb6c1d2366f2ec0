import type { Browser, Page } from '../tools/playwright.ts'
import { loadAxe } from './axe.ts'

/** A text as it looks on a page, with nothing around it but the backgrounds behind it, the outermost first. */
export interface Sample {
  readonly look: string
  readonly text: Readonly<Record<'color' | 'fontSize' | 'fontWeight', string>>
  readonly behind: readonly Readonly<Record<'backgroundColor' | 'opacity', string>>[]
}

interface Axe {
  run(options: object): Promise<Record<'passes', { nodes: { html: string }[] }[]>>
}

const pages = new WeakMap<Browser, Promise<Page>>()

/**
 * The looks that axe finds to have enough contrast. They are shown on a page of their own, in which axe is loaded once and
 * has a few elements to look at: for the contrast of a single text it computes where all elements of a page are.
 */
export async function passingSamples(browser: Browser, samples: readonly Sample[]): Promise<string[]> {
  if (samples.length === 0) return []
  const page = await samplePage(browser)
  return page.evaluate(async (shown) => {
    document.body.replaceChildren(
      ...shown.map(({ look, text, behind }) => {
        const element = document.createElement('p')
        element.id = look
        element.textContent = 'Sample'
        Object.assign(element.style, text)
        return behind.reduceRight((inner: HTMLElement, style) => {
          const layer = document.createElement('div')
          Object.assign(layer.style, style)
          layer.append(inner)
          return layer
        }, element)
      }),
    )
    const { axe } = window as unknown as { axe: Axe }
    const { passes } = await axe.run({ runOnly: ['color-contrast'], preload: false })
    const passing = passes.flatMap(({ nodes }) => nodes.map(({ html }) => /id="([^"]*)"/.exec(html)?.[1]))
    return shown.map(({ look }) => look).filter((look) => passing.includes(look))
  }, samples)
}

/** It is open as long as the browser. */
function samplePage(browser: Browser): Promise<Page> {
  const found = pages.get(browser)
  if (found !== undefined) return found
  const opened = openSamplePage(browser)
  pages.set(browser, opened)
  return opened
}

async function openSamplePage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.setContent('<html lang="en"><title>Samples</title><body></body></html>')
  await loadAxe(page)
  return page
}
