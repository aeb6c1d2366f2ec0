import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Outgoing, OutgoingAnswer, OutgoingRequest } from '../../platforms/calls/outgoing.ts'
import { outgoingErrors } from '../../platforms/calls/outgoing-messages.ts'

/** Of one channel. A slow host must not collect connections without end. */
const maxAtOnce = 10

export type OutgoingCalls = ReturnType<typeof createOutgoingCalls>

/** Calls of web addresses that people entered, a few at a time for each channel. */
export function createOutgoingCalls(open: () => Promise<Outgoing>) {
  const underWay = new Map<number, number>()
  let outgoing: Promise<Outgoing> | undefined

  return {
    async send(channelId: number, request: OutgoingRequest, signal?: AbortSignal): Promise<OutgoingAnswer> {
      const count = underWay.get(channelId) ?? 0
      if (count >= maxAtOnce) {
        throw new Failure('request_failed', { message: outgoingErrors.tooMany.of() })
      }
      underWay.set(channelId, count + 1)
      try {
        outgoing ??= open()
        return await (await outgoing).send(request, signal)
      } finally {
        const left = (underWay.get(channelId) ?? 1) - 1
        if (left > 0) underWay.set(channelId, left)
        else underWay.delete(channelId)
      }
    },
  }
}
