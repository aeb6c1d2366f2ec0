import { Failure } from '../../kernel/operation/contract/failures.ts'
import { toLine } from '../../kernel/schema/text.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Settings } from '../settings/settings.ts'
import { invalid } from '../steps/invalid.ts'
import { valueAt } from '../steps/json-path.ts'
import { commandErrors } from '../steps/messages.ts'
import { isJsonText } from '../steps/read-steps.ts'
import type { StepHandlersFor } from '../steps/step-handler.ts'
import { valueLimits } from '../values/contract/values.ts'
import { newDefinition } from '../values/new-definition.ts'
import type { Values } from '../values/values.ts'
import type { webSteps } from './contract/steps.ts'
import type { HeaderSecrets } from './header-secrets.ts'
import type { OutgoingCalls } from './outgoing-calls.ts'

/** What these steps use. */
export interface WebStepServices {
  readonly db: Database
  readonly headerSecrets: HeaderSecrets
  readonly outgoing: OutgoingCalls
  readonly settings: Settings
  readonly values: Values
}

export const webStepHandlers: StepHandlersFor<typeof webSteps, WebStepServices> = {
  async http_request({ method, url, headers = [], body, path, into }, { run }, services) {
    const { db, headerSecrets, outgoing, settings, values } = services
    const { caller } = run
    const { hosts } = (await settings.of(caller.channel.id)).outgoing
    const written = { ...contentType(method, body), ...headersIn(headers) }
    const { headers: sent, withoutSecrets } = await headerSecrets.fill(caller.channel.id, written, url)
    const content = method === 'GET' ? undefined : body
    const answer = await outgoing.send(caller.channel.id, {
      method,
      url,
      headers: sent,
      body: content,
      allowedHosts: hosts,
    })
    const { host, status } = answer
    if (status >= 400) throw new Failure('request_failed', { message: commandErrors.answeredWith.of({ host, status }) })
    const received = withoutSecrets(answer.body)
    const picked = path === undefined ? received : pickedFrom(received, path, host)
    const text = typeof picked === 'string' ? picked : JSON.stringify(picked)
    run.response.text = text
    if (into !== undefined) {
      const value = typeof picked === 'number' ? picked : toLine(text).slice(0, valueLimits.textLength).toWellFormed()
      const creates = () => newDefinition(into, 'channel', { value, action: undefined })
      const known = (await values.findMaybe(db, caller.channel.id, into))?.definition.type
      const isNumber = known === 'number' || known === 'clock'
      const content = isNumber ? numberIn(value, into) : known === 'text' ? String(value) : value
      await db.write((tx) =>
        values.change(tx, caller, {
          name: into,
          changes: [{ kind: 'set', value: content }],
          creates,
          viewer: undefined,
        }),
      )
    }
    // The answer itself is not recorded: it may be long, and hold what nobody meant to keep.
    return { host, status, characters: text.length }
  },
}

function contentType(method: string, body: string | undefined): Record<string, string> {
  if (method === 'GET' || body === undefined) return {}
  return { 'Content-Type': isJsonText(body) ? 'application/json' : 'text/plain; charset=utf-8' }
}

function headersIn(lines: readonly string[]): Record<string, string> {
  const entries = lines.map((line) => {
    const at = line.indexOf(':')
    if (at < 1) throw invalid(commandErrors.headerLine.of({ line }))
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return Object.fromEntries(entries)
}

function pickedFrom(body: string, path: string, host: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (cause) {
    throw new Failure('request_failed', { message: commandErrors.answerNotJson.of({ host }), cause })
  }
  const found = valueAt(parsed, path)
  if (found === undefined || found === null)
    throw new Failure('request_failed', { message: commandErrors.nothingAtPath.of({ host, path }) })
  return found
}

function numberIn(value: string | number, name: string): number {
  const number = typeof value === 'number' ? value : Number(value.trim() === '' ? Number.NaN : value)
  if (!Number.isFinite(number)) throw invalid(commandErrors.answerNotNumber.of({ name }))
  return number
}
