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

/** What the server said went wrong, in its own sentence. */
export class Trouble extends Error {
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

/** Whoever hears that the session has ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** Whoever asks for another sign-in when the last is too long ago, and answers whether there was one. */
export function whenSignInIsOld(ask: () => Promise<boolean>): void {
  signInAgain = ask
}

let underWay = 0

/** How many calls are under way stands on the page, for whoever waits until it is at rest. */
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
    throw new Trouble(0, {})
  }
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return body as Answer<N>
  const failure = body as FailureBody
  if (failure.sign_in_again) {
    if (await signInAgain()) return send(name, input)
  } else if (response.status === 401) onSignedOut()
  throw new Trouble(response.status, failure)
}

/** The sentence that belongs beside this field; a sentence begins with the name of its parameter. */
export function troubleFor(trouble: Trouble | undefined, field: string): string | undefined {
  if (trouble === undefined) return undefined
  const detail = trouble.details.find(({ path }) => path === field || path.startsWith(`${field}[`))
  if (detail !== undefined) return detail.message
  const [first = ''] = trouble.message.split(/[ :[]/)
  return first === field ? trouble.message : undefined
}
