import { useState } from 'preact/hooks'
import { aiLimits, providerPresets } from '../../../../src/capabilities/ai/contract/ai.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SuggestedText } from '../../ui/forms/suggested-text.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Light } from '../../ui/light.tsx'
import { type AiProviderEntry, providerContent } from './ai-state.ts'
import { aiMessages } from './messages.ts'

/** A stored provider, or what is known of a new one. */
export type EditedProvider = AiProviderEntry | (Partial<AiProviderEntry> & { readonly id?: undefined })

interface DialogProps {
  readonly provider: EditedProvider
  readonly onClose: () => void
  readonly onSaved: (name: string) => Promise<void>
}

const defaultTimeout = 20

const labels: Readonly<Record<string, () => string>> = {
  name: aiMessages.name,
  url: aiMessages.address,
  model: aiMessages.model,
  inputPrice: aiMessages.inputPrice,
  outputPrice: aiMessages.outputPrice,
  timeout: aiMessages.timeout,
}

/** A provider: a service from the list or any address, its key, its model and its price. */
export function ProviderDialog({ provider, onClose, onSaved }: DialogProps) {
  const { id } = provider
  const editing = useDraft(`ai-provider:${id ?? 'new'}`, {
    name: provider.name ?? '',
    url: provider.url ?? '',
    model: provider.model ?? '',
    inputPrice: String(provider.input_price ?? 0),
    outputPrice: String(provider.output_price ?? 0),
    timeout: String(provider.timeout_seconds ?? defaultTimeout),
  })
  const { draft, setDraft, keep } = editing
  // A secret is not kept in the browser.
  const [key, setKey] = useState('')
  const [checked, setChecked] = useState<Answer<'check-ai-provider'>>()
  const { error, busy, attempt } = useAttempts()
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const preset = providerPresets.find(({ url }) => url === draft.url)
  const sent = () => ({
    ...(id === undefined ? {} : { id }),
    name: draft.name.trim(),
    url: draft.url.trim(),
    model: draft.model.trim(),
    ...(key === '' ? {} : { key }),
    input_price: Number(draft.inputPrice),
    output_price: Number(draft.outputPrice),
    timeout_seconds: Number(draft.timeout),
  })

  const check = () =>
    attempt(async () => {
      setChecked(undefined)
      const result = await call('check-ai-provider', sent())
      setChecked(result)
      if (draft.model === '' && result.models[0] !== undefined) set({ model: result.models[0] })
    })
  const save = () =>
    attempt(async () => {
      const version = provider.id === undefined ? {} : { if_version: versionOf(providerContent(provider)) }
      await call('save-ai-provider', { ...sent(), ...version })
      keep(draft)
      await onSaved(draft.name.trim())
    })

  const fields = ['name', 'url', 'model', 'key', 'input_price', 'output_price', 'timeout_seconds']
  const isFieldError = fields.some((field) => errorFor(error, field) !== undefined)
  return (
    <Dialog
      title={id === undefined ? aiMessages.newProvider() : aiMessages.editProvider()}
      submit={aiMessages.save()}
      busy={busy}
      editing={editing}
      labelOf={(field) => labels[field]?.()}
      wide
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {id === undefined && (
        <Field label={aiMessages.service()}>
          {(attributes) => (
            <select
              {...attributes}
              value={preset?.name ?? ''}
              onChange={(event) => {
                const chosen = providerPresets.find(({ name }) => name === event.currentTarget.value)
                set({ name: chosen?.name ?? '', url: chosen?.url ?? '' })
              }}
            >
              <option value="">{aiMessages.otherService()}</option>
              {providerPresets.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {preset !== undefined && (
        <p class="small">
          <a href={preset.link} target="_blank" rel="noreferrer">
            {aiMessages.getKey({ name: preset.name })}
          </a>
        </p>
      )}
      <TextField
        label={aiMessages.name()}
        value={draft.name}
        maxLength={aiLimits.providerNameLength}
        error={errorFor(error, 'name')}
        onInput={(name) => set({ name })}
      />
      <TextField
        label={aiMessages.address()}
        hint={aiMessages.addressHelp()}
        class="mono"
        value={draft.url}
        error={errorFor(error, 'url')}
        onInput={(url) => set({ url })}
      />
      <TextField
        label={aiMessages.key()}
        hint={aiMessages.keyHelp()}
        isSecret
        maxLength={aiLimits.keyLength}
        value={key}
        error={errorFor(error, 'key')}
        onInput={setKey}
      />
      <Field label={aiMessages.model()} hint={aiMessages.modelHelp()} error={errorFor(error, 'model')}>
        {(attributes) => (
          <SuggestedText
            {...attributes}
            class="mono"
            offers={checked?.models ?? []}
            value={draft.model}
            onInput={(model) => set({ model })}
          />
        )}
      </Field>
      <div class="row wrap prices">
        <TextField
          label={aiMessages.inputPrice()}
          value={draft.inputPrice}
          error={errorFor(error, 'input_price')}
          onInput={(inputPrice) => set({ inputPrice })}
        />
        <TextField
          label={aiMessages.outputPrice()}
          value={draft.outputPrice}
          error={errorFor(error, 'output_price')}
          onInput={(outputPrice) => set({ outputPrice })}
        />
        <TextField
          label={aiMessages.timeout()}
          value={draft.timeout}
          inputMode="numeric"
          error={errorFor(error, 'timeout_seconds')}
          onInput={(timeout) => set({ timeout })}
        />
      </div>
      <p class="hint">{aiMessages.priceHelp()}</p>
      <div class="row">
        <button type="button" class="button" disabled={busy} onClick={() => void check()}>
          {busy ? aiMessages.checking() : aiMessages.check()}
        </button>
        <span aria-live="polite">
          {checked !== undefined && <Light state={checked.working ? 'go' : 'stop'} word={checked.message} />}
        </span>
      </div>
      {error !== undefined && !isFieldError && (
        <p class="error" role="alert">
          {error.message}
        </p>
      )}
    </Dialog>
  )
}
