import type { Attempt } from '../../../../sdk/keep-connected.ts'

/**
 * The WebSocket of one attempt to connect, for browsers: it ends with the attempt, the attempt ends with it, and each
 * message is a sign of life. Messages are JSON in both directions.
 */
export function openAttemptSocket<Received>(
  attempt: Attempt,
  url: URL | string,
  needs: {
    onOpen: () => void
    onMessage: (message: Received) => void
    /** How long the server may be silent after a message, where it says so itself. */
    silenceMs?: () => number
  },
): { readonly send: (message: unknown) => boolean } {
  const { signal } = attempt
  const socket = new WebSocket(url)
  socket.onopen = needs.onOpen
  socket.onmessage = ({ data }) => {
    if (signal.aborted) return
    attempt.expectMessage(needs.silenceMs?.())
    needs.onMessage(JSON.parse(String(data)) as Received)
  }
  socket.onclose = () => attempt.lost()
  signal.addEventListener('abort', () => socket.close())
  return {
    /** False if there is no connection to send on. */
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
  }
}
