import { signal } from '@preact/signals'
import { textOf } from '../../messages/text-of.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Json } from '../../ui/json.tsx'
import { type FormField, targets } from './copy-as.ts'
import { consoleMessages, copyHints } from './messages.ts'
import { baseUrl, type ConsoleOperation } from './operations.ts'

/** The chosen tool is kept for all operations. */
const chosen = signal(targets[0]?.word)

interface PartProps {
  readonly operation: ConsoleOperation
  readonly body: Readonly<Record<string, unknown>>
}

/** The request, written for the chosen tool; the shown text is the copied text. */
export function RequestPart({ operation: { name, sdk }, body }: PartProps) {
  const target = targets.find(({ word }) => word === chosen.value)
  const made = target?.make({ baseUrl: baseUrl.value, operation: name, sdk, body }) ?? ''
  const hint = textOf(copyHints, target?.hint ?? '')
  return (
    <div class="part">
      <div class="row">
        <h2 class="grow">{consoleMessages.request()}</h2>
        <div class="row copy-as">
          <select
            aria-label={consoleMessages.copyAs()}
            value={chosen.value}
            onChange={(event) => {
              chosen.value = event.currentTarget.value
            }}
          >
            {targets.map(({ word }) => (
              <option key={word}>{word}</option>
            ))}
          </select>
          {typeof made === 'string' && <CopyButton text={made} />}
        </div>
      </div>
      {hint !== undefined && <p class="faint small">{hint}</p>}
      {target?.hint === 'none' ? (
        <>
          <pre class="json">
            <span class="w">POST</span> /v1/{name}
          </pre>
          <Json value={body} />
        </>
      ) : typeof made === 'string' ? (
        <pre class="json">{made}</pre>
      ) : (
        <Fields fields={made} />
      )}
    </div>
  )
}

/** Fields of another program's form, copied one by one. */
function Fields({ fields }: { fields: readonly FormField[] }) {
  return (
    <dl class="deck-fields">
      {fields.map(({ label, value, isPicked = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
            {!isPicked && <CopyButton text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
