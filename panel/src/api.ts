import type { PanelCalls } from '../../src/panel-operations.ts'
import { commonMessages } from './messages/common.ts'

export type Calls = PanelCalls
export type Answer<N extends keyof Calls> = Calls[N]['output']

interface FailureBody {
  readonly error?: string
  readonly code?: string
  readonly sign_in_again?: boolean
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** A failed call, with the server's error message. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly isOldSignIn: boolean

  constructor(status: number, body: FailureBody) {
    super(body.error ?? commonMessages.unreachable())
    this.status = status
    this.code = body.code ?? ''
    this.details = body.details ?? []
    this.isOldSignIn = body.sign_in_again === true
  }
}

let onSignedOut = (): void => {}
let signInAgain = async (): Promise<boolean> => false

/** Registers what happens when the session has ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** Registers how to ask for a new sign-in when the last one is too old; resolves to whether there was one. */
export function whenSignInIsOld(ask: () => Promise<boolean>): void {
  signInAgain = ask
}

let underWay = 0

/** The number of running calls is an attribute of the page, so that tests can wait until it is idle. */
function count(step: 1 | -1): void {
  underWay += step
  if (underWay > 0) document.documentElement.dataset.calls = String(underWay)
  else requestAnimationFrame(() => underWay === 0 && delete document.documentElement.dataset.calls)
}

/** A panel operation. The types come from its definition on the server. */
export async function call<N extends keyof Calls>(name: N, input: Calls[N]['input']): Promise<Answer<N>> {
  count(1)
  try {
    return await send(name, input)
  } finally {
    count(-1)
  }
}

async function send<N extends keyof Calls>(name: N, input: Calls[N]['input']): Promise<Answer<N>> {
  let response: Response
  try {
    response = await fetch(`/panel/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    })
  } catch {
    throw new ApiError(0, {})
  }
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return body as Answer<N>
  const failure = body as FailureBody
  if (failure.sign_in_again) {
    if (await signInAgain()) return send(name, input)
  } else if (response.status === 401) onSignedOut()
  throw new ApiError(response.status, failure)
}

/** The error message for this field; messages begin with the name of their parameter. */
export function errorFor(error: ApiError | undefined, field: string): string | undefined {
  if (error === undefined) return undefined
  const detail = error.details.find(({ path }) => path === field || path.startsWith(`${field}[`))
  if (detail !== undefined) return detail.message
  const [first = ''] = error.message.split(/[ :[]/)
  return first === field ? error.message : undefined
}
