import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toPcm } from '../../scripts/sounds/pcm.ts'
import { writeWav } from '../../src/capabilities/sounds/wav.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

type Answer = (response: ServerResponse, asked: Asked) => void

/** A speech service on this machine: remembers what it was asked and answers as the test wants. */
export async function startFakeSpeechServer(answer: Answer = sendAudio(mp3)) {
  const asked: Asked[] = []
  let current = answer
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    asked.push(seen)
    current(response, seen)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith(next: Answer) {
      current = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeSpeechServer = Awaited<ReturnType<typeof startFakeSpeechServer>>

const hum = Float32Array.from({ length: 8000 }, (_, i) => 0.05 * Math.sin((2 * Math.PI * 440 * i) / 16_000))
export const wav = writeWav(toPcm([hum], 16_000))

/** Twenty frames of 24 kHz, 48 kbit/s, as Azure sends them: 576 samples or 144 bytes each. */
export const mp3 = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xf3, 0x64, 0xc0]), Buffer.alloc(140)])),
)

export function sendAudio(bytes: Buffer, type = 'audio/mpeg'): Answer {
  return (response) => response.writeHead(200, { 'content-type': type }).end(bytes)
}
