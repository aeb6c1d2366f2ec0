import { connect, createServer, type Socket } from 'node:net'

/** Stands between us and PostgreSQL, and cuts when a test asks for it. */
export async function startProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isRefusing = false
  /** Sees what goes to the server; answers what to do about it. */
  let watch: (chunk: Buffer) => 'pass' | 'cut' | 'pass and cut' = () => 'pass'

  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    let isDeaf = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk: Buffer) => {
      const action = watch(chunk)
      if (action === 'cut') {
        client.destroy()
        return
      }
      // The server does what it was asked to, and its answer is lost on the way.
      if (action === 'pass and cut') isDeaf = true
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (isDeaf) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }

  return {
    url: url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    watch(next: typeof watch) {
      watch = next
    },
    refuse(is: boolean) {
      isRefusing = is
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
