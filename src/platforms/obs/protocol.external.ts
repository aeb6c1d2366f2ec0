import { createHash } from '../../kernel/node.ts'
import { asObject, type JsonObject } from '../calls/json-fields.ts'

/**
 * The frames of obs-websocket 5, as its protocol document describes them: `op` says what a frame is, `d` has its data.
 * https://github.com/obsproject/obs-websocket/blob/master/docs/generated/protocol.md
 */
const operations = { hello: 0, identify: 1, identified: 2, event: 5, request: 6, response: 7 } as const

/** Version 1 is spoken by every obs-websocket from 5.0 on. */
const rpcVersion = 1

/**
 * What OBS reports without being asked: general, configuration, scenes, inputs, filters, outputs, scene items, media and
 * user interface. Transitions and the frequent ones, such as volume meters, are left out.
 */
const subscriptions = 1 | 2 | 4 | 8 | 32 | 64 | 128 | 256 | 1024

/** The close code for a wrong or missing password. */
export const wrongPasswordCode = 4009
/** OBS closes a session in this way when somebody presses Kick in its list of clients. */
export const kickedCode = 4011

/** OBS is loading or changing its scene collection. */
export const notReadyStatus = 207
export const unknownRequestStatus = 204
/** There is nothing of that name. */
export const missingStatus = 600

export type ObsFrame =
  | {
      readonly kind: 'hello'
      readonly authentication: { readonly challenge: string; readonly salt: string } | undefined
    }
  | { readonly kind: 'identified' }
  | { readonly kind: 'event'; readonly type: string; readonly data: JsonObject }
  | {
      readonly kind: 'response'
      readonly id: string
      readonly isOk: boolean
      readonly status: number
      readonly comment: string
      readonly data: JsonObject
    }
  | { readonly kind: 'other' }

/** Throws for a frame that is not of this protocol. */
export function parseFrame(text: string): ObsFrame {
  const frame = asObject(JSON.parse(text))
  const data = asObject(frame.d)
  switch (frame.op) {
    case operations.hello: {
      const authentication = data.authentication === undefined ? undefined : asObject(data.authentication)
      return {
        kind: 'hello',
        authentication: authentication && {
          challenge: String(authentication.challenge),
          salt: String(authentication.salt),
        },
      }
    }
    case operations.identified:
      return { kind: 'identified' }
    case operations.event:
      return { kind: 'event', type: String(data.eventType), data: objectOrEmpty(data.eventData) }
    case operations.response: {
      const { result, code, comment } = asObject(data.requestStatus)
      return {
        kind: 'response',
        id: String(data.requestId),
        isOk: result === true,
        status: Number(code),
        comment: typeof comment === 'string' ? comment : '',
        data: objectOrEmpty(data.responseData),
      }
    }
    default:
      return { kind: 'other' }
  }
}

export function identifyFrame(hello: Extract<ObsFrame, { kind: 'hello' }>, password: string | undefined): string {
  const { authentication } = hello
  const proof = authentication && { authentication: proofOf(password ?? '', authentication) }
  const data = { rpcVersion, eventSubscriptions: subscriptions, ...proof }
  return JSON.stringify({ op: operations.identify, d: data })
}

export function requestFrame(id: string, type: string, data: JsonObject | undefined): string {
  const d = { requestType: type, requestId: id, ...(data !== undefined && { requestData: data }) }
  return JSON.stringify({ op: operations.request, d })
}

/** Proves that the password is known without sending it. */
export function proofOf(password: string, { challenge, salt }: { challenge: string; salt: string }): string {
  return digest(digest(password + salt) + challenge)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** OBS sends null where a request or an event has no data. */
function objectOrEmpty(value: unknown): JsonObject {
  return value === undefined || value === null ? {} : asObject(value)
}
