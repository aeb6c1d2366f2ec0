// A classic script without imports: not every browser takes modules as service workers.
{
  interface FetchEvent extends Event {
    readonly request: Request
    respondWith(response: Promise<Response>): void
  }
  const slowMs = 4_000

  self.addEventListener('fetch', (event) => {
    const { request } = event as FetchEvent
    const { origin, pathname } = new URL(request.url)
    const isFile = pathname === '/deck' || pathname.startsWith('/deck/assets/')
    // Everything else, such as the layout of a deck, only ever comes from the server.
    if (origin !== location.origin || request.method !== 'GET' || !isFile || request.headers.has('Authorization'))
      return
    ;(event as FetchEvent).respondWith(answer(request, pathname))
  })

  /** The file of the server; only while the server is away the one that the page has kept. */
  async function answer(request: Request, pathname: string): Promise<Response> {
    const kept = await caches.match(pathname)
    if (kept === undefined) return fetch(request)
    try {
      const response = await fetch(pathname, { cache: 'no-cache', signal: AbortSignal.timeout(slowMs) })
      return response.ok ? response : kept
    } catch {
      return kept
    }
  }
}
