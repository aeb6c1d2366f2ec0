import { asFailure } from '../../../kernel/http/response.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { EventSocket, WrittenEvent } from '../../published-events/event-socket.ts'
import { streamerbotPortMessages as messages } from './messages.ts'
import { type Challenge, provesPassword } from './password.ts'

const maxRequestsUnderWay = 64
const maxIdLength = 100

type Fields = Readonly<Record<string, unknown>>

/** A client that has proved its password. */
interface Session {
  answer(request: string, fields: Fields): Promise<Fields>
  leave(): void
}

interface SessionConnection {
  readonly address: string
  sendEvents(events: readonly WrittenEvent[]): void
  waitForRoom(): Promise<boolean>
  end(reason: Failure): void
}

export interface ClientServices {
  /** What the greeting says about this server. */
  readonly info: Fields
  /** Throws a failure if the key may not be used. */
  openSession(password: string, connection: SessionConnection): Promise<Session>
  /** The sentence for the client. */
  sentenceOf(error: unknown): string
}

export type StreamerbotClient = ReturnType<typeof createStreamerbotClient>

/** One client: it is greeted, proves the password, and then asks. */
export function createStreamerbotClient(
  { info, openSession, sentenceOf }: ClientServices,
  connection: {
    readonly socket: EventSocket
    readonly address: string
    readonly challenge: Challenge
    /** The passwords that open this port. */
    readonly passwords: () => readonly string[]
    readonly onAuthenticated: () => void
    readonly onRefused: (failure: Failure) => void
  },
) {
  const { socket, address, challenge } = connection
  let session: Session | undefined
  let hasTried = false
  let ending: Failure | undefined
  let underWay = 0
  let isGone = false

  socket.send({ timestamp: new Date().toISOString(), request: 'Hello', info, authentication: challenge })

  async function answer(request: string, fields: Fields): Promise<Fields> {
    if (request === 'Authenticate') return authenticate(fields)
    if (session === undefined) throw new Failure('missing_key', { message: messages.passwordNeeded.of() })
    return session.answer(request, fields)
  }

  async function authenticate({ authentication }: Fields): Promise<Fields> {
    if (session !== undefined) return {}
    const password = hasTried
      ? undefined
      : connection.passwords().find((one) => provesPassword(authentication, one, challenge))
    hasTried = true
    try {
      if (password === undefined) throw new Failure('invalid_key', { message: messages.wrongPassword.of() })
      const { sendEvents, waitForRoom } = socket
      const opened = await openSession(password, { address, sendEvents, waitForRoom, end })
      if (isGone) opened.leave()
      else session = opened
    } catch (error) {
      // One attempt for each connection, so that each guess costs a handshake.
      ending = asFailure(error)
      connection.onRefused(ending)
      throw error
    }
    connection.onAuthenticated()
    return {}
  }

  function refuse(id: string | null, error: unknown): void {
    const refusal = { id, status: 'error', error: sentenceOf(error) }
    if (ending === undefined) socket.send(refusal)
    else socket.leave(closeCodeOf(ending), refusal)
  }

  function end(reason: Failure): void {
    ending = reason
    refuse(null, reason)
  }

  return {
    receive(text: string): void {
      const fields = recordIn(text)
      const { request, id: given } = fields
      const id = typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, maxIdLength) : null
      if (typeof request !== 'string') {
        refuse(id, new Failure('invalid_request', { message: messages.invalidMessage.of() }))
        return
      }
      if (underWay >= maxRequestsUnderWay) {
        const message = messages.tooManyRequests.of({ max: maxRequestsUnderWay })
        refuse(id, new Failure('rate_limited', { message, retryAfterSeconds: 1 }))
        return
      }
      underWay++
      answer(request, fields)
        .then(
          (body) => socket.send({ ...body, id, status: 'ok' }),
          (error: unknown) => refuse(id, error),
        )
        .finally(() => {
          underWay--
        })
    },

    leave(): void {
      isGone = true
      session?.leave()
    },
  }
}

function recordIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
  } catch {
    return {}
  }
}

/** 4000 and the status, as on the socket of events. */
function closeCodeOf({ code, status }: Failure): number {
  return code === 'shutting_down' ? 1001 : 4000 + status
}
