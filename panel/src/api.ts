import type { PanelCalls } from '../../src/panel-operations.ts'
import { commonMessages } from './messages/common.ts'

export type Calls = PanelCalls
export type Answer<N extends keyof Calls> = Calls[N]['output']

export interface FailureBody {
  readonly error?: string
  readonly code?: string
  readonly sign_in_again?: boolean
  readonly details?: readonly ErrorDetail[]
}

/** What is wrong with one parameter: as it is read beside its field, and as it is read elsewhere. */
interface ErrorDetail {
  readonly path: string
  readonly message: string
  readonly sentence?: string
}

/** A failed call, with the server's error message. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly isOldSignIn: boolean

  constructor(status: number, { error, code = '', details = [], sign_in_again = false }: FailureBody) {
    super(error ?? commonMessages.unreachable())
    this.status = status
    this.code = code
    this.details = details
    this.isOldSignIn = sign_in_again
  }
}

/** In words for people, without names of parameters. Only refused input has them, so they load with the first refusal. */
async function failureOf(status: number, body: FailureBody): Promise<ApiError> {
  if (status !== 400) return new ApiError(status, body)
  const words = await import('./failure-words.ts').catch(() => undefined)
  return new ApiError(status, words?.forPeople(body) ?? body)
}

/** Why a call needs a new sign-in: the last one is too old for it, or the session has ended. */
export type SignInReason = 'old' | 'ended'

let signInAgain = async (_reason: SignInReason): Promise<boolean> => false
let onUnreachable = (): void => {}

/** Registers how to ask for a new sign-in; resolves to whether there was one. */
export function whenSignInIsNeeded(ask: (reason: SignInReason) => Promise<boolean>): void {
  signInAgain = ask
}

/** Registers what happens when a call did not reach the server. */
export function whenUnreachable(listener: () => void): void {
  onUnreachable = listener
}

let underWay = 0

/** The number of running calls is an attribute of the page, which is shown when it is idle; tests wait for it as well. */
export function countCall(step: 1 | -1): void {
  underWay += step
  if (underWay > 0) document.documentElement.dataset.calls = String(underWay)
  else requestAnimationFrame(() => underWay === 0 && delete document.documentElement.dataset.calls)
}

/** A panel operation. The types come from its definition on the server. */
export async function call<N extends keyof Calls>(name: N, input: Calls[N]['input']): Promise<Answer<N>> {
  countCall(1)
  try {
    return await send(name, input)
  } finally {
    countCall(-1)
  }
}

/** Like `call`, but an ended session is an error: for finding out whether there is a session. */
export async function callWithoutAsking<N extends keyof Calls>(name: N, input: Calls[N]['input']): Promise<Answer<N>> {
  const response = await post(name, input)
  if (!response.ok) throw await failureOf(response.status, response.body)
  return response.body as Answer<N>
}

async function send<N extends keyof Calls>(name: N, input: Calls[N]['input']): Promise<Answer<N>> {
  const { ok, status, body } = await post(name, input)
  if (ok) return body as Answer<N>
  const reason = body.sign_in_again ? 'old' : status === 401 ? 'ended' : undefined
  // The call is repeated after the sign-in, so nothing that was typed for it is lost.
  if (reason !== undefined && (await signInAgain(reason))) return send(name, input)
  throw await failureOf(status, body)
}

/** A proxy answers with these while the server behind it is away. */
const awayStatuses: ReadonlySet<number> = new Set([502, 504])

/** For what does not come by a call: the server, or what stands before it, did not send it. */
export function reportUnreachable(): void {
  onUnreachable()
}

async function post(name: string, input: unknown): Promise<{ ok: boolean; status: number; body: FailureBody }> {
  let response: Response
  try {
    response = await fetch(`/panel/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    })
  } catch {
    onUnreachable()
    throw new ApiError(0, {})
  }
  if (awayStatuses.has(response.status)) onUnreachable()
  const body = (await response.json().catch(() => ({}))) as FailureBody
  return { ok: response.ok, status: response.status, body }
}

/** The error message for this field, as it is read beside it. */
export function errorFor(error: ApiError | undefined, field: string): string | undefined {
  // Settings are checked as a whole, with and without the name of the parameter that carries them.
  const names = [field, field.replace(/^settings\./, '')]
  return error?.details.find(({ path }) => names.some((name) => path === name || path.startsWith(`${name}[`)))?.message
}
