import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The line between page and server, which a test can listen to and cut. */
export async function createLine(serverPort: number) {
  const ends = new Set<Socket>()
  let isCut = false
  let said = ''
  let cutAnswerTo: string | undefined
  const line = createServer((fromPage) => {
    if (isCut) {
      fromPage.destroy()
      return
    }
    const toServer = connect(serverPort, '127.0.0.1')
    for (const end of [fromPage, toServer]) {
      ends.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => ends.delete(end))
    }
    fromPage.on('data', (data) => {
      const text = data.toString('latin1')
      said += text
      if (cutAnswerTo === undefined || !text.startsWith(`GET ${cutAnswerTo} `)) return
      cutAnswerTo = undefined
      toServer.unpipe(fromPage)
      toServer.once('data', (answer) => {
        fromPage.write(answer.subarray(0, answer.indexOf('\r\n\r\n') + 100), () => fromPage.destroy())
      })
      toServer.resume()
    })
    fromPage.pipe(toServer).pipe(fromPage)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    /** Everything pages sent, as it went over the line. */
    get said() {
      return said
    },
    cut() {
      isCut = true
      for (const end of ends) end.destroy()
    },
    /** Ends the next answer to this path, once, in the middle of its content. */
    cutAnswer(path: string) {
      cutAnswerTo = path
    },
    get isAnswerCut() {
      return cutAnswerTo === undefined
    },
    reconnect() {
      isCut = false
    },
    close() {
      this.cut()
      line.close()
    },
  }
}
