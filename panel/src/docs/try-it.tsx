import { useState } from 'preact/hooks'
import { type Answer, ApiError, call, errorFor, type FailureBody } from '../api.ts'
import { forPeople } from '../failure-words.ts'
import { docsMessages } from '../messages/docs.ts'
import { consoleMessages } from '../pages/console/messages.ts'
import { type ConsoleOperation, loadOperations, operations } from '../pages/console/operations.ts'
import { bodyOf, type FormSchema, type Typed, typedOf } from '../pages/console/schema.ts'
import { SchemaForm } from '../pages/console/schema-form.tsx'
import { isActive, type KeyEntry } from '../pages/keys/key-status.tsx'
import { Json } from '../ui/json.tsx'
import { Light } from '../ui/light.tsx'

type State =
  | { readonly is: 'closed' | 'loading' | 'signed-out' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'open'; readonly operation: ConsoleOperation; readonly keys: readonly KeyEntry[] }

/** The form of the console, on the page that describes the operation: the same session, role, keys and audit entries. */
export function TryIt({ name }: { name: string }) {
  const [state, setState] = useState<State>({ is: 'closed' })

  async function open(): Promise<void> {
    setState({ is: 'loading' })
    try {
      const { keys } = await call('list-keys', {})
      await loadOperations()
      const operation = operations.value.find((one) => one.name === name)
      setState(
        operation === undefined
          ? { is: 'closed' }
          : { is: 'open', operation, keys: keys.filter(isActive).filter((key) => may(key, operation)) },
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState(error.status === 401 ? { is: 'signed-out' } : { is: 'failed', message: error.message })
    }
  }

  return (
    <>
      <h2 id="try-it">{docsMessages.tryIt()}</h2>
      <p class="soft">{docsMessages.tryHelp()}</p>
      {state.is === 'open' ? (
        <CallForm operation={state.operation} keys={state.keys} />
      ) : (
        <div class="row wrap">
          {state.is === 'signed-out' ? (
            <a class="button primary" href={`/developer/console/${name}`}>
              {docsMessages.signIn()}
            </a>
          ) : (
            <button type="button" class="button primary" disabled={state.is === 'loading'} onClick={() => void open()}>
              {docsMessages.open()}
            </button>
          )}
          <a class="button" href={`/developer/console/${name}`}>
            {docsMessages.console()}
          </a>
        </div>
      )}
      <p role="status">
        {state.is === 'signed-out' && docsMessages.signInFirst()}
        {state.is === 'failed' && <span class="error">{state.message}</span>}
      </p>
    </>
  )
}

function may({ scopes }: KeyEntry, { scope }: ConsoleOperation): boolean {
  return (scopes as readonly string[]).includes(scope)
}

type Done = { readonly answer: Answer<'run-as-key'> } | { readonly error: string }

function CallForm({ operation, keys }: { operation: ConsoleOperation; keys: readonly KeyEntry[] }) {
  const schema = operation.input as FormSchema
  const [typed, setTyped] = useState<Typed>(() => typedOf(schema, operation.example))
  const [keyId, setKeyId] = useState((keys.find(({ is_test }) => is_test) ?? keys[0])?.id)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  const { body, unfinished } = bodyOf(schema, typed)

  if (keyId === undefined) {
    return (
      <div class="row wrap">
        <span class="soft">{consoleMessages.missingScope({ scope: operation.scope })}</span>
        <a class="button primary" href="/developer/keys?new">
          {consoleMessages.noKeys()}
        </a>
      </div>
    )
  }

  async function send(key_id: string): Promise<void> {
    setBusy(true)
    try {
      setDone({ answer: await call('run-as-key', { key_id, operation: operation.name, body }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setDone({ error: error.message })
    } finally {
      setBusy(false)
    }
  }

  const refused =
    done !== undefined && 'answer' in done && done.answer.status === 400
      ? new ApiError(400, forPeople(done.answer.body as FailureBody))
      : undefined
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (unfinished.length === 0) void send(keyId)
      }}
    >
      <SchemaForm
        schema={schema}
        typed={typed}
        unfinished={unfinished}
        errorOf={(name) => errorFor(refused, name)}
        onChange={setTyped}
      />
      <div class="row wrap">
        <label class="row">
          <span class="soft small nowrap">{consoleMessages.key()}</span>
          <select value={keyId} onChange={(event) => setKeyId(event.currentTarget.value)}>
            {keys.map(({ id, name, is_test }) => (
              <option key={id} value={id}>
                {is_test ? consoleMessages.testKey({ name }) : name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button primary" disabled={busy}>
          {busy ? docsMessages.sending() : docsMessages.send()}
        </button>
        <a class="button quiet" href={`/developer/console/${operation.name}`}>
          {docsMessages.console()}
        </a>
      </div>
      <div aria-live="polite">
        {done !== undefined && 'error' in done && <p class="error">{done.error}</p>}
        {done !== undefined && 'answer' in done && (
          <>
            <Light state={done.answer.status < 400 ? 'go' : 'stop'} word={String(done.answer.status)} />
            <Json value={done.answer.body} />
          </>
        )}
      </div>
    </form>
  )
}
