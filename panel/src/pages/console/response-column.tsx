import { decimal } from '../../format.ts'
import { quotas } from '../../state.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Json } from '../../ui/json.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Ago } from '../../ui/parts.tsx'
import type { KeyEntry } from '../keys/key-status.tsx'
import { consoleMessages } from './messages.ts'
import type { ConsoleOperation } from './operations.ts'
import type { PastCall } from './past-call.ts'
import { RequestPart } from './request-part.tsx'

interface ColumnProps {
  readonly operation: ConsoleOperation
  readonly body: Readonly<Record<string, unknown>>
  readonly shown: PastCall | undefined
  readonly chosenKey: KeyEntry | undefined
  readonly history: readonly PastCall[]
  readonly onLoad: (past: PastCall) => void
  /** Sends the same call again. */
  readonly onAgain: (past: PastCall) => void
}

/** The request, the response, and the history of calls. */
export function ResponseColumn({ operation, body, shown, chosenKey, history, onLoad, onAgain }: ColumnProps) {
  return (
    <section class="column answer" aria-label={consoleMessages.response()}>
      <div class="fill">
        <RequestPart operation={operation} body={body} />
        <div class="part" aria-live="polite">
          <div class="row">
            <h2 class="grow">{consoleMessages.response()}</h2>
            {shown !== undefined && <CopyButton text={JSON.stringify(shown.answer.body, null, 2)} />}
          </div>
          {shown === undefined ? (
            <p class="faint">{consoleMessages.noResponse()}</p>
          ) : (
            <>
              <div class="row wrap">
                <Light state={lightOf(shown.answer.status)} word={String(shown.answer.status)} />
                <span class="faint small figure">
                  {consoleMessages.milliseconds({ value: decimal(shown.answer.milliseconds, 1) })}
                </span>
                <span class="faint small cut">{shown.keyName}</span>
              </div>
              <Left operation={operation} past={shown} keyId={chosenKey?.id} />
              <Json value={shown.answer.body} />
              <details>
                <summary class="soft small">{consoleMessages.headers()}</summary>
                <pre class="json">
                  {Object.entries(shown.answer.headers)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </pre>
              </details>
            </>
          )}
        </div>
        {history.length > 0 && (
          <div class="part">
            <h2>{consoleMessages.history()}</h2>
            <ol class="history">
              {history.map((past) => (
                <li key={past.number}>
                  <a
                    href={`/developer/console/${past.operation}`}
                    title={consoleMessages.load()}
                    onClick={() => onLoad(past)}
                  >
                    <Light state={lightOf(past.answer.status)} word={String(past.answer.status)} />
                    <code class="cut grow">{past.operation}</code>
                    <span class="faint small">
                      <Ago at={past.at} />
                    </span>
                  </a>
                  <button
                    type="button"
                    class="button quiet icon small"
                    aria-label={consoleMessages.sendAgainOne({ operation: past.operation })}
                    title={consoleMessages.sendAgain()}
                    onClick={() => onAgain(past)}
                  >
                    <Icon name="replay" />
                  </button>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </section>
  )
}

function Left({ operation, past, keyId }: { operation: ConsoleOperation; past: PastCall; keyId: string | undefined }) {
  const latest = quotas.value.get(`${keyId} ${operation.name}`)
  const inHeader = /;r=(\d+)/.exec(past.answer.headers.RateLimit ?? '')?.[1]
  const remaining = latest?.remaining ?? (inHeader === undefined ? undefined : Number(inHeader))
  if (remaining === undefined) return null
  const limit = operation.rate_per_minute
  return (
    <div class="left">
      <Meter value={remaining} max={limit} />
      <span class="faint small figure">{consoleMessages.quotaLeft({ remaining, limit })}</span>
    </div>
  )
}

function lightOf(status: number): LightState {
  if (status < 300) return 'go'
  return status === 429 || status === 404 ? 'standby' : 'stop'
}
