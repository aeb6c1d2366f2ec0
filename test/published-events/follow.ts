import { fail } from 'node:assert/strict'
import { eventually } from '../eventually.ts'

export interface Received {
  readonly id: string
  readonly type: string
  readonly platform: string | null
  readonly created_at: string
  readonly is_test: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  readonly data: any
}

/** One block of the stream. */
interface Block {
  readonly name: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly data: any
}

/**
 * Reads `GET /v1/events` as the HTML standard says (section "Interpreting an event stream"): the last id counts for the
 * next connection, also when its block has no data, and a block without data is not an event.
 */
export async function follow(
  url: string,
  key: string | undefined,
  { query = '', lastEventId, headers = {} }: { query?: string; lastEventId?: string; headers?: object } = {},
) {
  const ending = new AbortController()
  const response = await fetch(`${url}/v1/events${query}`, {
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
      ...headers,
    },
    signal: ending.signal,
  })
  const events: Received[] = []
  const blocks: Block[] = []
  let text = ''
  let lastId = lastEventId ?? ''
  let isEnded = false

  function take(part: string): void {
    let id: string | undefined
    let name = 'message'
    const data: string[] = []
    for (const line of part.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (field === 'id') id = value
      if (field === 'event') name = value
      if (field === 'data') data.push(value)
    }
    if (id !== undefined) lastId = id
    if (data.length === 0) return
    const parsed = JSON.parse(data.join('\n'))
    blocks.push({ name, id, data: parsed })
    if (name === 'message') events.push(parsed)
  }

  async function read(): Promise<void> {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) take(part)
    }
  }

  const reading = response.status === 200 ? read().catch(() => {}) : Promise.resolve()
  void reading.then(() => {
    isEnded = true
  })
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: a failure body
    body: async (): Promise<any> => response.json(),
    events,
    blocks,
    text: () => text,
    lastId: () => lastId,
    isEnded: () => isEnded,
    close: () => ending.abort(),
    /** The stream is caught up and knows its position. */
    live: () => eventually('the stream to be live', () => lastId !== '' || isEnded),
    async until(wanted: (event: Received) => boolean): Promise<Received> {
      let found: Received | undefined
      await eventually('an event', () => {
        found = events.find(wanted)
        return found !== undefined
      })
      return found ?? fail('the event was not sent')
    },
  }
}

export type Following = Awaited<ReturnType<typeof follow>>
