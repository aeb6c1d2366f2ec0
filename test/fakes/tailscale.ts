import { chmodSync, copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTemporaryFolder } from '../temporary-folder.ts'

interface ServeConfig {
  TCP?: Record<string, unknown>
  Web?: Record<string, { Handlers: Record<string, { Proxy?: string; Text?: string }> }>
  AllowFunnel?: Record<string, boolean>
}

export interface TailscaleState {
  machine: { name: string; state: string; isEnabled: boolean; isDenied: boolean }
  serve: ServeConfig
}

export const laptopName = 'laptop.tail1a2b3.ts.net'

export type FakeTailscale = Awaited<ReturnType<typeof startFakeTailscale>>

/**
 * A fake `tailscale` program and the way from the internet through it. The way does what `ipn/ipnlocal/serve.go` of
 * Tailscale does with a request: the longest path of the configuration wins, its own part of the path is removed and that
 * of the target is put in front, the Host stays, and X-Forwarded-For is replaced by the address of the caller.
 */
export async function startFakeTailscale() {
  const folder = createTemporaryFolder()
  const program = join(folder.path, 'tailscale')
  const file = join(folder.path, 'state.json')
  copyFileSync(join(import.meta.dirname, 'tailscale-program.mjs'), join(folder.path, 'program.mjs'))
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(folder.path, 'program.mjs')}' "$@"\n`)
  chmodSync(program, 0o755)

  const read = (): TailscaleState => JSON.parse(readFileSync(file, 'utf8'))
  function save(state: TailscaleState): void {
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }
  function change(work: (state: TailscaleState) => void): void {
    const state = read()
    work(state)
    save(state)
  }
  const fresh: TailscaleState = {
    machine: { name: laptopName, state: 'Running', isEnabled: true, isDenied: false },
    serve: {},
  }
  const calls = join(folder.path, 'calls')
  function reset(): void {
    save(fresh)
    writeFileSync(calls, '')
  }
  reset()

  /** Of a caller on the internet. */
  let callerAddress = '203.0.113.9'
  /** The port of another server that the name leads to, whatever the configuration says. */
  let detour: number | undefined
  const edge = createServer((req, res) => {
    const { serve } = read()
    const [host = '', port = '443'] = (req.headers.host ?? '').split(':')
    const key = `${host}:${port}`
    const url = req.url ?? '/'
    const handlers = serve.AllowFunnel?.[key] === true ? (serve.Web?.[key]?.Handlers ?? {}) : {}
    const mount = Object.keys(handlers)
      .filter((one) => one === '/' || url === one || url.startsWith(`${one}/`))
      .sort((a, b) => b.length - a.length)[0]
    const target = mount === undefined ? undefined : handlers[mount]?.Proxy
    if (mount === undefined || target === undefined) {
      res.writeHead(404).end('404 page not found')
      return
    }
    const { hostname, port: ownPort, pathname } = new URL(target)
    const to = detour ?? ownPort
    const headers = {
      ...req.headers,
      'x-forwarded-for': callerAddress,
      'x-forwarded-host': req.headers.host,
      'x-forwarded-proto': 'https',
    }
    const path = `${pathname}${url.slice(mount === '/' ? 0 : mount.length)}`
    const onward = request({ hostname, port: to, path, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.writeHead(502).end())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve))
  const { port } = edge.address() as AddressInfo

  return {
    program,
    read,
    change,
    reset,
    /** How the program was called. */
    calls: (): { args: string[]; variables: string[] }[] =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
    connectTo: () => ({ host: '127.0.0.1', port }),
    setCallerAddress(address: string): void {
      callerAddress = address
    },

    setDetour(port: number | undefined): void {
      detour = port
    },

    /** A request from the internet to this name. */
    ask(
      path: string,
      { host = laptopName, method = 'GET', headers = {}, body }: AskOptions = {},
    ): Promise<{ status: number; text: string }> {
      return new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, Host: host } }, (res) => {
          let text = ''
          res.setEncoding('utf8')
          res.on('data', (chunk: string) => {
            text += chunk
          })
          res.on('end', () => resolve({ status: res.statusCode ?? 0, text }))
        })
        sent.on('error', reject)
        sent.end(body)
      })
    },

    async close(): Promise<void> {
      edge.closeAllConnections()
      await new Promise((resolve) => edge.close(resolve))
      folder.remove()
    },
  }
}

interface AskOptions {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
