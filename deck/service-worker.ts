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

  /**
   * The file of the server. While the server is away or slow, the one that the page has kept; without one, another try of
   * the browser. The time limit covers the content too, so the file is read here: one that is cut off would be no page.
   */
  async function answer(request: Request, pathname: string): Promise<Response> {
    try {
      const response = await fetch(pathname, { cache: 'no-cache', signal: AbortSignal.timeout(slowMs) })
      if (response.ok) return new Response(await response.arrayBuffer(), response)
    } catch {
      // As if the server were away.
    }
    return (await caches.match(pathname)) ?? fetch(request)
  }
}
