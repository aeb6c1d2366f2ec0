import { connect } from 'node:net'
import { eventually } from '../eventually.ts'

interface CutStream {
  /** The nodes, or their load balancer; each connection goes to the next. */
  readonly urls: readonly string[]
  readonly key: string
  readonly events: number
  readonly cuts: number
  /** Appends event number n, which has the number as its value. */
  readonly write: (number: number) => Promise<unknown>
}

/**
 * Follows a stream of numbered events while its connection is destroyed again and again in the middle of what it
 * receives, also in the middle of an event. Half events do not count; the next connection names the last whole one.
 */
export async function cutStream({ urls, key, events, cuts, write }: CutStream) {
  const received: number[] = []
  let lastId = ''
  let done = 0
  let isWritten = false

  function follow(index: number): Promise<void> {
    const { hostname, port } = new URL(urls[index % urls.length] ?? '')
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname)
      // A position in what arrives that no boundary of a message is at.
      let bytesLeft = isWritten && done >= cuts ? Number.POSITIVE_INFINITY : 200 + ((index * 7919) % 3000)
      let text = ''
      let hasHead = false
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        const taken = chunk.subarray(0, bytesLeft)
        bytesLeft -= chunk.length
        text += taken.toString('latin1')
        if (!hasHead && text.includes('\r\n\r\n')) {
          if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
          hasHead = true
          text = text.slice(text.indexOf('\r\n\r\n') + 4)
        }
        if (hasHead) takeBlocks()
        if (bytesLeft <= 0 || received.length >= events) socket.destroy()
      })

      function takeBlocks(): void {
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          if (block.includes('event: gap')) throw new Error('the stream reports a gap')
          const id = /^id: (.*)$/m.exec(block)?.[1]
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (id !== undefined) lastId = id
          if (data !== undefined) received.push(JSON.parse(data).data.value)
        }
      }

      socket.write(
        [
          'GET /v1/events?types=value.changed HTTP/1.1',
          `Host: ${hostname}:${port}`,
          `Authorization: Bearer ${key}`,
          ...(lastId === '' ? [] : [`Last-Event-ID: ${lastId}`]),
          '',
          '',
        ].join('\r\n'),
      )
    })
  }

  async function readAll(): Promise<void> {
    while (received.length < events || done < cuts) {
      await follow(done)
      done++
      // What is left is read by connections that have nothing new to send.
      if (received.length >= events && isWritten) return
    }
  }

  const reading = readAll()
  await eventually('the first position', () => lastId !== '')
  for (let number = 1; number <= events; number++) {
    await write(number)
    // The cuts are spread over all events.
    const due = Math.floor((number / events) * cuts)
    if (number % 10 === 0) await eventually('enough cuts', () => done >= due || received.length >= number)
  }
  isWritten = true
  await reading
  return { received, cuts: done }
}
