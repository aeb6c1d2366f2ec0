import { useState } from 'preact/hooks'
import { donationStyles } from '../../../../src/capabilities/donations/contract/donation-variants.ts'
import { formatAmount } from '../../../../src/definitions/currencies.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { may } from '../../state.ts'
import { VariableContext, type VariableScope } from '../../steps/variable-scope.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { tryOut } from '../../ui/media/try-out.ts'
import type { Media } from '../../ui/media/use-media.ts'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { scopeOf } from '../automations/sample.ts'
import { CardFields } from './card-fields.tsx'
import { alertMessages, donationMessages, donationStyleNames } from './messages.ts'

type Look = Answer<'get-donation-settings'>['settings']
type Variant = Look['variants'][number]

/** What a donation says by itself: its amount and its message, and whether that is read aloud for all of them. */
const ownTexts = ['figure', 'message', 'speech'] as const
/** The variables that the text of a donation has. */
const offered: ReadonlySet<string> = new Set([
  '$(event.displayname)',
  '$(event.amount)',
  '$(event.currency)',
  '$(event.message)',
])

function donationScope(): VariableScope {
  const { variables, sample } = scopeOf({ type: 'event', event: 'donation' }, undefined)
  return { variables: variables.filter(({ insert }) => offered.has(insert)), sample }
}

/** How donations are shown by amount, and whether their messages are read aloud. */
export function Donations({ media }: { media: Media }) {
  const changes = useLogCount('setting')
  const { value, error: missing } = useLoaded(() => call('get-donation-settings', {}), [changes])
  const [scope] = useState(donationScope)
  const editing = useDraft('donations', value?.settings)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt: attemptToSave } = useAttempts()
  if (missing !== undefined) return <LoadError error={missing} />
  if (draft === undefined) return <Loading />
  const mayEdit = may('editor')
  const change = (part: Partial<Look>) => setDraft({ ...draft, ...part })
  const setVariant = (at: number, next: Variant) =>
    change({ variants: draft.variants.map((variant, index) => (index === at ? next : variant)) })

  const save = () =>
    attemptToSave(async () => {
      const sorted = inOrder(draft.variants).map(cleaned)
      const input = { settings: { ...draft, variants: sorted }, if_version: versionOf(known) }
      keep((await call('save-donation-settings', input)).settings)
      showToast(donationMessages.saved())
    })
  const tryOne = ({ minimum, currency }: Variant) => {
    const given = { amount: Math.max(minimum, 1), ...(currency === undefined ? {} : { currency }) }
    return tryOut(() => call('test-overlay', { kind: 'donation', ...given }))
  }

  return (
    <VariableContext.Provider value={scope}>
      <Form class="stack donations" onSubmit={save}>
        <section class="card">
          <header>
            <h2>{donationMessages.amounts()}</h2>
            <span class="faint small">{donationMessages.amountsHelp()}</span>
          </header>
          <fieldset class="variants" disabled={!mayEdit} aria-label={donationMessages.amounts()}>
            {draft.variants.map((variant, index) => (
              <VariantRow
                key={index}
                variant={variant}
                errorOf={(field) =>
                  errorFor(error, `settings.variants[${inOrder(draft.variants).indexOf(variant)}].${field}`)
                }
                media={media}
                onChange={(next) => setVariant(index, next)}
                onTry={() => void tryOne(variant)}
                onRemove={
                  draft.variants.length === 1
                    ? undefined
                    : () => change({ variants: draft.variants.filter((_one, at) => at !== index) })
                }
              />
            ))}
            {draft.variants.length < 20 && mayEdit && (
              <div class="inside">
                <button
                  type="button"
                  class="button small"
                  onClick={() => {
                    const highest = Math.max(...draft.variants.map(({ minimum }) => minimum))
                    change({
                      variants: [
                        ...draft.variants,
                        { minimum: highest === 0 ? 5 : highest * 2, style: 'grand', volume: 1 },
                      ],
                    })
                  }}
                >
                  <Icon name="plus" />
                  {donationMessages.addAmount()}
                </button>
              </div>
            )}
          </fieldset>
        </section>
        <section class="card">
          <header>
            <h2>{donationMessages.speech()}</h2>
          </header>
          <fieldset class="inside stack" disabled={!mayEdit} aria-label={donationMessages.speech()}>
            <Switch label={donationMessages.speak()} checked={draft.speak} onChange={(speak) => change({ speak })} />
            {draft.speak && (
              <>
                <Switch
                  label={donationMessages.speakName()}
                  checked={draft.speak_name}
                  onChange={(speak_name) => change({ speak_name })}
                />
                <Field label={donationMessages.speechMinimum()} hint={donationMessages.speechMinimumHint()}>
                  {(attributes) => (
                    <input
                      {...attributes}
                      type="number"
                      min={0}
                      value={draft.speak_minimum}
                      onInput={(event) => change({ speak_minimum: Number(event.currentTarget.value) || 0 })}
                    />
                  )}
                </Field>
              </>
            )}
          </fieldset>
        </section>
        <FormError error={error} than={[]} />
        <SaveBar editing={editing} busy={busy} />
      </Form>
    </VariableContext.Provider>
  )
}

interface RowProps {
  readonly variant: Variant
  readonly media: Media
  readonly onChange: (variant: Variant) => void
  readonly onTry: () => void
  readonly onRemove: (() => void) | undefined
  readonly errorOf: (field: keyof Variant) => string | undefined
}

function VariantRow({ variant, media, onChange, onTry, onRemove, errorOf }: RowProps) {
  const { minimum, currency, style } = variant
  const amount = formatAmount({ amount: minimum, currency: currency ?? 'USD' })
  const without = <K extends keyof Variant>(name: K): Omit<Variant, K> => {
    const { [name]: _gone, ...rest } = variant
    return rest
  }
  return (
    <div class="variant">
      <div class="amounts">
        <Field label={donationMessages.minimum()} error={errorOf('minimum')}>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              min={0}
              value={minimum}
              onInput={(event) => onChange({ ...variant, minimum: Number(event.currentTarget.value) || 0 })}
            />
          )}
        </Field>
        <Field label={donationMessages.currency()} error={errorOf('currency')}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              maxLength={16}
              value={currency ?? ''}
              placeholder={donationMessages.anyCurrency()}
              onInput={(event) => {
                const typed = event.currentTarget.value.trim()
                onChange(typed === '' ? without('currency') : { ...variant, currency: typed })
              }}
            />
          )}
        </Field>
        <Field label={donationMessages.style()}>
          {(attributes) => (
            <select
              {...attributes}
              value={style}
              onChange={(event) =>
                onChange({
                  ...variant,
                  style: donationStyles.find((one) => one === event.currentTarget.value) ?? 'plain',
                })
              }
            >
              {donationStyles.map((one) => (
                <option key={one} value={one}>
                  {donationStyleNames[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="row acts">
          <IconButton
            icon="overlay"
            label={donationMessages.testAmount({ amount })}
            title={alertMessages.test()}
            onClick={onTry}
          />
          {onRemove !== undefined && (
            <IconButton icon="trash" label={donationMessages.removeAmount({ amount })} onClick={onRemove} />
          )}
        </div>
      </div>
      <details class="alert-variant">
        <summary>
          <b class="grow">{donationMessages.card()}</b>
        </summary>
        <div class="stack">
          <CardFields
            step={variant}
            media={media}
            fallback={donationMessages.ofStyle()}
            without={ownTexts}
            errorOf={(field) => (field in variant ? errorOf(field as keyof Variant) : undefined)}
            onChange={onChange}
          />
        </div>
      </details>
    </div>
  )
}

/** As they are sent, which is what errors go by. */
function inOrder(variants: readonly Variant[]): readonly Variant[] {
  return [...variants].sort((a, b) => a.minimum - b.minimum)
}

/** An empty text, and a picture that was not chosen, count as left out. */
function cleaned(variant: Variant): Variant {
  return Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== '')) as Variant
}
