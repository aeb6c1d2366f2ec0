import { after } from 'node:test'
import type { Browser, BrowserContext } from '../tools/playwright.ts'

/** For what a page shows: longer than the default, because a busy machine takes its time. A test has five minutes. */
const patienceMs = 120_000

/**
 * One browser for all test files of a process. Every caller gets one that looks like its own: it sees only the contexts
 * that it opened, and to close it closes those. Nothing is shared between contexts but the program, whose start costs
 * more than most tests.
 */
export function createSharing(launch: () => Promise<Browser>): () => Promise<Browser> {
  let launched: Promise<Browser> | undefined
  after(async () => (await launched)?.close())

  async function running(): Promise<Browser> {
    const found = await launched
    if (found?.isConnected() !== true) launched = launch()
    return launched as Promise<Browser>
  }

  return async () => {
    const browser = await running()
    const own = new Set<BrowserContext>()
    const contexts = () => browser.contexts().filter((context) => own.has(context))
    const replaced: Partial<Browser> = {
      contexts,
      async newContext(options) {
        const context = await browser.newContext(options)
        context.setDefaultTimeout(patienceMs)
        own.add(context)
        return context
      },
      async newPage(options) {
        const page = await browser.newPage(options)
        page.setDefaultTimeout(patienceMs)
        own.add(page.context())
        return page
      },
      async close() {
        await Promise.all(contexts().map((context) => context.close()))
      },
    }
    return new Proxy(browser, {
      get(target, name) {
        const value = Reflect.get(replaced, name) ?? Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
}
