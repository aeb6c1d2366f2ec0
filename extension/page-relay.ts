/**
 * Runs beside the page, out of reach of its scripts: passes what `page-socket.ts` reports to the worker, which decides
 * what of it is chat. No imports: browsers load it as a classic script.
 */
function relayFrames(): void {
  let port: chrome.runtime.Port | undefined

  function connect(): chrome.runtime.Port | undefined {
    try {
      const opened = chrome.runtime.connect({ name: 'frames' })
      opened.onDisconnect.addListener(() => {
        port = undefined
      })
      // The only message of the worker: mirroring was turned off.
      opened.onMessage.addListener(stop)
      return opened
    } catch {
      // The extension was removed or updated. The page has to be loaded again.
      stop()
      return undefined
    }
  }

  function relay(event: Event): void {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail !== 'string') return
    port ??= connect()
    port?.postMessage(detail)
  }

  function stop(): void {
    document.removeEventListener('showcaller:frame', relay)
    port?.disconnect()
    port = undefined
  }

  document.addEventListener('showcaller:frame', relay)
  port = connect()
}

relayFrames()
