import { WebSocket } from 'ws'
import type { ToExtension } from '../../src/capabilities/extension/contract/extension-messages.ts'
import { eventually } from '../eventually.ts'

export type FakeExtension = Awaited<ReturnType<typeof openFakeExtension>>

/** The other end of the socket, which sends what the test wants. */
export async function openFakeExtension(
  url: string,
  { origin = 'chrome-extension://abcdef', headers = {} }: { origin?: string; headers?: Record<string, string> } = {},
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/extension/socket`, { origin, headers })
  const heard: ToExtension[] = []
  let closeCode: number | undefined
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('close', (code) => {
    closeCode = code
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })

  async function hears<T extends ToExtension['type']>(type: T): Promise<Extract<ToExtension, { type: T }>> {
    const find = () => heard.find((message) => message.type === type)
    await eventually(`the extension hears ${type}`, async () => find() !== undefined)
    return find() as Extract<ToExtension, { type: T }>
  }

  return {
    socket,
    heard,
    hears,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    forget: () => heard.splice(0),

    async isClosed(): Promise<number> {
      await eventually('the socket is closed', async () => closeCode !== undefined)
      return closeCode ?? 0
    },

    async pair(code: string): Promise<string> {
      socket.send(JSON.stringify({ type: 'pair', code, browser: 'Chrome on Linux', version: '0.1.0' }))
      const { token } = await hears('paired')
      await hears('welcome')
      return token
    },

    async hello(token: string, tab = true): Promise<void> {
      socket.send(JSON.stringify({ type: 'hello', token, version: '0.1.0', tab }))
      await hears('welcome')
    },

    async close(): Promise<void> {
      socket.terminate()
      await eventually('the socket is closed', async () => closeCode !== undefined)
    },
  }
}
