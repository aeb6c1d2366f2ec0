import './console.css'
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { ApiError, call, errorFor, type FailureBody } from '../../api.ts'
import { forPeople } from '../../failure-words.ts'
import { may, returns } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, useLoaded } from '../../ui/parts.tsx'
import { isActive, type KeyEntry } from '../keys/key-status.tsx'
import { consoleMessages } from './messages.ts'
import { OperationList } from './operation-list.tsx'
import { type ConsoleOperation, loadOperations, operations } from './operations.ts'
import type { PastCall } from './past-call.ts'
import { ResponseColumn } from './response-column.tsx'
import { bodyOf, type FormSchema, type Typed, typedOf } from './schema.ts'
import { SchemaForm } from './schema-form.tsx'

const keptCalls = 30
/** Suggestions for a first call, with a visible result. */
const starters = ['send-message', 'tts', 'add-points']
/** Kept while other pages are open, and lost on reload. */
const history = signal<readonly PastCall[]>([])
const drafts = new Map<string, Typed>()
const keyId = signal('')
let sent = 0

/** Three columns: the operations, a form generated from the chosen one, and the response. */
export function Console() {
  const { params } = useRoute()
  const { query } = useLocation()
  const { value } = useLoaded(() => (may('editor') ? call('list-keys', {}) : Promise.resolve(undefined)), [])
  useEffect(() => void loadOperations(), [returns.value])
  const keys = value?.keys.filter(isActive) ?? []
  const wanted = query.key ?? keyId.value
  const operation = operations.value.find(({ name }) => name === params.name)
  const able = keys.filter(({ scopes }) => (scopes as readonly string[]).includes(operation?.scope ?? ''))
  const key = keys.find(({ id }) => id === wanted) ?? able.find(({ is_test }) => !is_test) ?? able[0] ?? keys[0]

  return (
    <div class={`console${operation === undefined ? '' : ' chosen'}`}>
      {operation === undefined && <h1 class="out-of-sight">{consoleMessages.title()}</h1>}
      <OperationList chosen={params.name} />
      {operation === undefined ? (
        <section class="column">
          <Empty title={consoleMessages.title()}>
            <p>{consoleMessages.choose()}</p>
            <div class="row wrap">
              {starters.map((name) => (
                <a key={name} class="button mono" href={`/developer/console/${name}`}>
                  {name}
                </a>
              ))}
            </div>
          </Empty>
        </section>
      ) : (
        <OperationView
          key={operation.name}
          operation={operation}
          keys={keys}
          chosenKey={key}
          isLoaded={value !== undefined}
        />
      )}
    </div>
  )
}

interface OperationViewProps {
  readonly operation: ConsoleOperation
  readonly keys: readonly KeyEntry[]
  readonly chosenKey: KeyEntry | undefined
  readonly isLoaded: boolean
}

function OperationView({ operation, keys, chosenKey, isLoaded }: OperationViewProps) {
  const schema = operation.input as FormSchema
  const [typed, setTypedState] = useState<Typed>(drafts.get(operation.name) ?? {})
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<PastCall | undefined>(
    history.value.find(({ operation: name }) => name === operation.name),
  )
  const { body, unfinished } = bodyOf(schema, typed)

  function setTyped(next: Typed): void {
    drafts.set(operation.name, next)
    setTypedState(next)
  }

  async function send(wanted: Omit<PastCall, 'number' | 'at' | 'answer'>): Promise<void> {
    setBusy(true)
    await attempt(async () => {
      const { keyId: key_id, operation: name, body: sentBody } = wanted
      const answer = await call('run-as-key', { key_id, operation: name, body: sentBody })
      const past = { ...wanted, number: ++sent, at: Date.now(), answer }
      history.value = [past, ...history.value].slice(0, keptCalls)
      if (name === operation.name) setShown(past)
    })
    setBusy(false)
  }

  return (
    <>
      <section class="column form" aria-label={operation.name}>
        <header>
          <a class="button quiet icon small narrow-only" href="/developer/console" aria-label={consoleMessages.title()}>
            <Icon name="back" />
          </a>
          <div class="grow">
            <h1 class="mono">{operation.name}</h1>
            <p class="soft">{operation.summary}</p>
          </div>
        </header>
        <form
          class="fill"
          onSubmit={(event) => {
            event.preventDefault()
            if (chosenKey === undefined || unfinished.length > 0) return
            void send({ operation: operation.name, body, keyId: chosenKey.id, keyName: chosenKey.name })
          }}
        >
          <div class="body stack">
            {operation.description !== '' && <p class="faint small">{operation.description}</p>}
            <div class="row wrap small">
              <span class="tag mono">{operation.scope}</span>
              <span class="faint">{consoleMessages.perMinute({ count: operation.rate_per_minute })}</span>
              <span class="grow" />
              <a class="button quiet small" href={`/docs/reference/${operation.name}`} target="_blank" rel="noopener">
                {consoleMessages.docs()}
              </a>
              <button
                type="button"
                class="button quiet small"
                onClick={() => setTyped(typedOf(schema, operation.example))}
              >
                {consoleMessages.example()}
              </button>
              <button type="button" class="button quiet small" onClick={() => setTyped({})}>
                {consoleMessages.clear()}
              </button>
            </div>
            <SchemaForm
              schema={schema}
              typed={typed}
              unfinished={unfinished}
              errorOf={(name) => errorFor(errorIn(shown), name)}
              onChange={setTyped}
            />
          </div>
          <SendBar operation={operation} keys={keys} chosenKey={chosenKey} isLoaded={isLoaded} busy={busy} />
        </form>
      </section>
      <ResponseColumn
        operation={operation}
        body={body}
        shown={shown}
        chosenKey={chosenKey}
        history={history.value}
        onAgain={(past) => void send(past)}
        onLoad={(past) => {
          drafts.set(
            past.operation,
            typedOf(
              (operations.value.find(({ name }) => name === past.operation)?.input ?? {}) as FormSchema,
              past.body,
            ),
          )
          if (past.operation === operation.name) setTyped(drafts.get(past.operation) ?? {})
          setShown(past)
        }}
      />
    </>
  )
}

/** An error of the API names its parameter, so it can be shown beside the field. */
function errorIn(past: PastCall | undefined): ApiError | undefined {
  if (past === undefined || past.answer.status !== 400) return undefined
  return new ApiError(400, forPeople(past.answer.body as FailureBody))
}

function SendBar({ operation, keys, chosenKey, isLoaded, busy }: OperationViewProps & { busy: boolean }) {
  if (!may('owner')) return <footer class="faint small">{consoleMessages.onlyOwner()}</footer>
  if (isLoaded && keys.length === 0) {
    return (
      <footer>
        <span class="soft small grow">{consoleMessages.noKeysHelp()}</span>
        <a class="button primary" href="/developer/keys?new">
          {consoleMessages.noKeys()}
        </a>
      </footer>
    )
  }
  const lacks = chosenKey !== undefined && !(chosenKey.scopes as readonly string[]).includes(operation.scope)
  return (
    <footer>
      <label class="row grow">
        <span class="soft small nowrap">{consoleMessages.key()}</span>
        <select
          value={chosenKey?.id}
          onChange={(event) => {
            keyId.value = event.currentTarget.value
          }}
        >
          {keys.map(({ id, name, is_test }) => (
            <option key={id} value={id}>
              {is_test ? consoleMessages.testKey({ name }) : name}
            </option>
          ))}
        </select>
      </label>
      {lacks && <span class="error small">{consoleMessages.missingScope({ scope: operation.scope })}</span>}
      <button type="submit" class="button primary" disabled={busy || chosenKey === undefined}>
        {busy ? consoleMessages.sending() : consoleMessages.send()}
      </button>
    </footer>
  )
}
