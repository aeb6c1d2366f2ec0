import { setTimeout as delay } from 'node:timers/promises'
import type { TestApp } from '../create-test-app.ts'
import { signInContext } from '../sign-in-link.ts'
import type { Browser, Page, Request } from '../tools/playwright.ts'
import { settled } from './panel-browser.ts'

export interface PageWeight {
  /** Every request of the page and its frames, those that the cache answers included. */
  readonly requests: readonly string[]
  /** As transferred, each script once. */
  readonly scriptBytes: number
}

/** Answers that never end, since changes of the channel come over them. */
const streams = /\/panel\/(?:api\/)?events/
/** A page that has asked for nothing in this time has everything. */
const quietMs = 500
const lookMs = 50

/** What a browser that has never been here asks for when it opens an address of the panel. */
export async function weighFirstVisit(
  { app, browser }: { readonly app: TestApp; readonly browser: Browser },
  path: string,
): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  try {
    await signInContext(context, `${app.url}/sign-in?link=${await app.ctx.sessions.makeLink(app.channel)}`)
    const page = await context.newPage()
    const weight = watch(page)
    await page.goto(app.url + path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await settled(page)
    await weight.isComplete()
    return { requests: weight.requests.map((request) => request.url()), scriptBytes: await weight.scriptBytes() }
  } finally {
    await context.close()
  }
}

function watch(page: Page) {
  const requests: Request[] = []
  const open = new Set<Request>()
  let lastAt = performance.now()
  page.on('request', (request) => {
    if (!request.url().startsWith('http')) return
    requests.push(request)
    if (!streams.test(request.url())) open.add(request)
    lastAt = performance.now()
  })
  const ended = (request: Request) => {
    open.delete(request)
    lastAt = performance.now()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return {
    requests,
    async isComplete(): Promise<void> {
      while (open.size > 0 || performance.now() - lastAt < quietMs) await delay(lookMs)
    },
    async scriptBytes(): Promise<number> {
      const bytes = new Map<string, number>()
      for (const request of requests) {
        const url = request.url()
        const response = /\.js(?:\?|$)/.test(url) ? await request.response() : null
        // A script that is in the cache has the length of what was transferred, too.
        if (response?.status() === 200) bytes.set(url, Number(response.headers()['content-length'] ?? Number.NaN))
      }
      return [...bytes.values()].reduce((sum, length) => sum + length, 0)
    },
  }
}
