import { useState } from 'preact/hooks'
import { webhookLimits } from '../../../../src/capabilities/webhooks/contract/webhooks.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { publishedEvents } from '../../../../src/registry/published-events.ts'
import { call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { webhookMessages as messages } from './messages.ts'
import type { WebhookEntry } from './webhook-status.tsx'

interface WebhookDraft {
  readonly name: string
  readonly url: string
  readonly types: readonly string[] | null
}

const labels: Readonly<Record<string, () => string>> = {
  name: messages.name,
  url: messages.url,
  types: messages.events,
}

interface DialogProps {
  /** Undefined: a new one. */
  readonly entry: WebhookEntry | undefined
  readonly onClose: (id?: string) => void
}

export function WebhookDialog({ entry, onClose }: DialogProps) {
  const editing = useDraft<WebhookDraft>(`webhook:${entry?.id ?? 'new'}`, {
    name: entry?.name ?? '',
    url: entry?.url ?? '',
    types: entry?.types ?? null,
  })
  const { draft, known, setDraft, keep } = editing
  const { name, url, types } = draft
  const change = (part: Partial<WebhookDraft>) => setDraft({ ...draft, ...part })
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const { error, busy, attempt } = useAttempts()
  if (made !== undefined) return <ShownSecret secret={made.secret} onClose={() => onClose(made.id)} />

  const save = () =>
    attempt(async () => {
      const said = { url, ...(name.trim() === '' ? {} : { name }), ...(types === null ? {} : { types: [...types] }) }
      if (entry === undefined) setMade(await call('create-webhook', said))
      else await call('update-webhook', { id: entry.id, ...said, if_version: versionOf(known) })
      keep(draft)
      if (entry !== undefined) onClose(entry.id)
    })

  return (
    <Dialog
      title={entry === undefined ? messages.newWebhook() : messages.editTitle({ name: entry.name })}
      onClose={() => onClose()}
      onSubmit={() => void save()}
      submit={entry === undefined ? messages.create() : messages.save()}
      busy={busy}
      editing={editing}
      labelOf={(field) => labels[field]?.()}
      wide
    >
      <TextField
        label={messages.name()}
        value={name}
        maxLength={webhookLimits.nameLength}
        placeholder={messages.namePlaceholder()}
        error={errorFor(error, 'name')}
        onInput={(next) => change({ name: next })}
      />
      <TextField
        label={messages.url()}
        value={url}
        maxLength={webhookLimits.urlLength}
        placeholder={messages.urlPlaceholder()}
        error={errorFor(error, 'url')}
        onInput={(next) => change({ url: next })}
      />
      <TypeChoice
        types={types}
        canBeAll={entry === undefined || entry.types === null}
        onChange={(next) => change({ types: next })}
      />
      <FormError error={error} than={['name', 'url']} />
    </Dialog>
  )
}

export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={messages.shownTitle()} onClose={onClose} wide>
      <p class="soft">{messages.shownHelp()}</p>
      <Secret text={secret} />
    </Dialog>
  )
}

const areas = [
  ...Map.groupBy(
    publishedEvents.filter(({ isStored }) => isStored),
    ({ type }) => type.split('.')[0] ?? type,
  ),
]

interface ChoiceProps {
  readonly types: readonly string[] | null
  /** A webhook that names its types keeps naming some. */
  readonly canBeAll: boolean
  readonly onChange: (types: readonly string[] | null) => void
}

function TypeChoice({ types, canBeAll, onChange }: ChoiceProps) {
  const toggle = (type: string) => {
    const chosen = types ?? []
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  }
  return (
    <fieldset>
      <legend>{messages.events()}</legend>
      <div class="stack tight">
        {canBeAll && (
          <label class="choice">
            <input type="radio" name="which" checked={types === null} onChange={() => onChange(null)} />
            <span>{messages.allEvents()}</span>
          </label>
        )}
        <label class="choice">
          <input type="radio" name="which" checked={types !== null} onChange={() => onChange(types ?? [])} />
          <span>{messages.onlyThese()}</span>
        </label>
        {types !== null && (
          <div class="webhook-types">
            {areas.map(([area, events]) => (
              <div key={area} class="group">
                <h3 class="mono">{area}</h3>
                {events.map(({ type, title }) => (
                  <label key={type} class="choice">
                    <input
                      type="checkbox"
                      checked={types.includes(type) || types.includes(`${area}.*`)}
                      disabled={types.includes(`${area}.*`)}
                      onChange={() => toggle(type)}
                    />
                    <span>
                      {title()} <code class="faint small">{type}</code>
                    </span>
                  </label>
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  )
}
