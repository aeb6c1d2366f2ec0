import type { TestApp } from '../create-test-app.ts'

interface Message {
  readonly event: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  readonly data: any
}

/** The event stream as an open tab of the panel gets it. */
export async function openTab(
  app: TestApp,
  cookie: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const ending = new AbortController()
  const response = await fetch(`${app.url}/panel/api/events${query}`, {
    headers: { Cookie: cookie, ...headers },
    signal: ending.signal,
  })
  const messages: Message[] = []
  let text = ''
  let ended = false
  const read = async () => {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
        const event = fields.get('event')
        if (event !== undefined)
          messages.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '{}') })
      }
    }
  }
  const reading = response.status === 200 ? read().catch(() => {}) : Promise.resolve()
  void reading.then(() => {
    ended = true
  })
  return {
    status: response.status,
    messages,
    /** Everything that was sent. */
    text: () => text,
    kinds: () => messages.filter(({ event }) => event === 'log').map(({ data }) => data.kind as string),
    isEnded: () => ended,
    close: () => ending.abort(),
    async until(wanted: (message: Message) => boolean): Promise<Message> {
      for (let waited = 0; waited < 5000; waited += 10) {
        const found = messages.find(wanted)
        if (found !== undefined) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`not told: ${JSON.stringify(messages.map(({ event, data }) => [event, data.kind]))}`)
    },
  }
}
