import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Failure } from '../operation/contract/failures.ts'
import type { Admission } from './admission.ts'
import { hasExtendedTimeout } from './extended-timeouts.ts'
import { requestIdOf } from './request-id.ts'
import { endWithFailure } from './response.ts'
import type { StallDetector } from './stall-detector.ts'
import { type StopReport, stoppedCode } from './stoppable-connection.ts'

/** What happens on the event `clientError` of the server: requests that Node could not parse, or that did not arrive. */
export function createMalformedRequestAnswer(needs: {
  readonly admission: Pick<Admission, 'keep' | 'isWaiting'>
  readonly stalls: Pick<StallDetector, 'isRecent'>
  /** Lines of the head of every answer. */
  readonly commonLines: string
}) {
  const { admission, stalls, commonLines } = needs

  /** A malformed request gets the same body as any other failure. */
  return (error: Error & StopReport & { code?: string }, socket: Duplex): void => {
    if (error.code === stoppedCode) {
      admission.keep(socket, error)
      return
    }
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    // A request that we did not read in time is not late. Node reports it again with the next check.
    if (isLate && (hasExtendedTimeout(socket) || admission.isWaiting(socket) || stalls.isRecent())) return
    // Whoever has sent nothing expects no answer, and would take this one for the answer to a request sent just now.
    const isSilent = isLate && (socket as Socket).bytesRead === 0
    if (isSilent || error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else endWithFailure(socket, new Failure(isLate ? 'request_timeout' : 'invalid_request'), requestIdOf(), commonLines)
  }
}
