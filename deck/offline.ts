const cacheName = 'showcaller-deck'
const workerPath = '/deck/assets/service-worker.js'

/**
 * Lets the page open while the server is away, so that it can say so and connect when the server is back. What is kept are
 * the files of the page, which are the same for everybody: no layout, no answer and no token.
 */
export async function installOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/deck' })
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/deck/assets/'))
    const cache = await caches.open(cacheName)
    await cache.addAll(['/deck', ...new Set(files.map(({ pathname }) => pathname))])
  } catch {
    // The deck works without it.
  }
}

/** Browsers with Trusted Types take the address of a script from a policy only. */
function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('deck-worker', { createScriptURL: () => workerPath })
  return policy?.createScriptURL('') ?? workerPath
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string }
}
