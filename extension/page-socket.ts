/**
 * Runs in the page itself, before the page's own scripts: reports every text that the page receives on a socket. It
 * changes nothing and opens nothing of its own. Registered only while mirroring is on. No imports: browsers load it as a
 * classic script.
 */
function reportSockets(): void {
  const longest = 64 * 1024
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, parameters, created) {
      const socket: WebSocket = Reflect.construct(target, parameters, created)
      socket.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string' || data.length > longest) return
        document.dispatchEvent(new CustomEvent('showcaller:frame', { detail: data }))
      })
      return socket
    },
  })
}

reportSockets()
