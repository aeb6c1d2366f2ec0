import { createInterface } from 'node:readline'
import type { Config } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { newWebhookSecret, signatureHeaders } from '../capabilities/webhooks/signature.ts'
import { openStream } from './control-server.ts'
import type { ControlRequest } from './controls.ts'
import { cliMessages as messages } from './messages.ts'

const forwardTimeoutMs = 15_000

/**
 * Prints events as they happen, one JSON text per line, until it is interrupted. With `forward` it also posts each event
 * to an address of this machine, signed like a webhook, so that a receiver can be written without a public address.
 */
export async function listen(config: Config, wanted: ControlRequest, forward: string | undefined): Promise<number> {
  const target = forward === undefined ? undefined : urlOf(forward)
  const secret = newWebhookSecret()
  if (target !== undefined) process.stderr.write(`${messages.forwarding({ url: target.href, secret })}\n`)
  const response = await openStream(config.dataFolder, '/listen', wanted)
  if (response === undefined) {
    process.stderr.write(`showcaller: ${messages.listenNeedsServer()}\n`)
    return 1
  }
  const isOk = response.statusCode === 200
  for await (const line of createInterface({ input: response })) {
    if (!isOk) {
      process.stderr.write(`showcaller: ${(JSON.parse(line) as { error: string }).error}\n`)
      return 1
    }
    if (line === '') continue
    process.stdout.write(`${line}\n`)
    if (target !== undefined) await post(target, line, secret)
  }
  process.stderr.write(`showcaller: ${messages.serverClosed()}\n`)
  return 1
}

async function post(url: URL, body: string, secret: string): Promise<void> {
  const { id, type } = JSON.parse(body) as { id: string; type: string }
  const headers = { 'Content-Type': 'application/json', ...signatureHeaders({ id, body }, [secret], Date.now()) }
  const result = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(forwardTimeoutMs),
  }).then(
    ({ status }) => String(status),
    () => messages.notReached(),
  )
  process.stderr.write(`${messages.forwarded({ type, id, result })}\n`)
}

function urlOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new ConfigError(messages.invalidForward())
  return url
}
