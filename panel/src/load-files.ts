import { reportUnreachable } from './api.ts'
import { untilOnline } from './online.ts'

type ByAddress = Map<string, Promise<void>>

/** Scripts and style sheets that are in the browser's cache or on their way to it. */
const files: ByAddress = new Map()
/** Style sheets that are part of the page. */
const styles: ByAddress = new Map()
for (const linked of document.querySelectorAll('script[src], link[rel=stylesheet]')) {
  const address = linked.getAttribute('src') ?? linked.getAttribute('href') ?? ''
  for (const known of [files, styles]) known.set(address, Promise.resolve())
}

/**
 * Every `import()` of the panel: loads the files of a part and then runs it, with its style sheets in place. While the
 * server is away it waits. It stands in for the loader of Vite (`vite.config.ts`), which imports at once: a browser never
 * asks again for a module that failed to load, so that the part would be missing until the page is loaded again. Here a
 * module is imported when all files that it needs are in the browser.
 */
export async function loadFiles<T>(run: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  const addresses = names.map((name) => `/panel/${name}`)
  await Promise.all(addresses.map((address) => once(files, address, fetchFile)))
  // All are here, so that they follow each other as they were written and not as they came.
  const sheets = addresses.filter((address) => address.endsWith('.css'))
  await Promise.all(sheets.map((address) => once(styles, address, addStyleSheet)))
  return run()
}

function once(known: ByAddress, address: string, begin: (address: string) => Promise<void>): Promise<void> {
  const begun = known.get(address) ?? begin(address)
  known.set(address, begun)
  begun.catch(() => known.delete(address))
  return begun
}

/** Not by `modulepreload` or `preload`, whose failures a browser keeps as well. */
async function fetchFile(address: string): Promise<void> {
  const status = await fetch(address)
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => undefined)
  if (status === undefined || status >= 500) {
    reportUnreachable()
    await untilOnline(true)
    return fetchFile(address)
  }
  // As after an update, when files have other names.
  if (status >= 400) throw new Error(`${address}: ${status}`)
}

function addStyleSheet(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: address, onload: resolve, onerror: reject })
  document.head.append(link)
  return promise.catch((error) => {
    link.remove()
    throw error
  })
}
