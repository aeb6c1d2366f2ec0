import { alertEntrances, alertExits } from '../../../../src/contract/alert-cards.ts'
import { alertStepFields } from '../../../../src/contract/alert-fields.ts'
import { formatAmount } from '../../../../src/contract/currencies.ts'
import { donationStyles } from '../../../../src/contract/donation-variants.ts'
import { companionEffects, findEffectDefinition } from '../../../../src/contract/effects.ts'
import { choiceTitle } from '../../../../src/contract/field-texts.ts'
import { type Answer, call } from '../../api.ts'
import { alertMessages, donationMessages, donationStyleNames } from '../../messages/alerts.ts'
import { mediaMessages } from '../../messages/media.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MediaPicker } from '../../ui/media-picker.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { tryOut } from '../../ui/try-out.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useLogCount } from '../../ui/use-log.ts'
import type { Media } from '../../ui/use-media.ts'

type Look = Answer<'get-donation-settings'>['settings']
type Variant = Look['variants'][number]

/** How donations are shown by amount, and whether their messages are read aloud. */
export function Donations({ media }: { media: Media }) {
  const changes = useLogCount('setting')
  const { value, error: missing } = useLoaded(() => call('get-donation-settings', {}), [changes])
  const editing = useDraft('donations', value?.settings)
  const { draft, setDraft, keep } = editing
  const { error, busy, attempt: attemptToSave } = useAttempts()
  if (missing !== undefined) return <LoadError error={missing} />
  if (draft === undefined) return <Loading />
  const mayEdit = may('editor')
  const change = (part: Partial<Look>) => setDraft({ ...draft, ...part })
  const setVariant = (at: number, next: Variant) =>
    change({ variants: draft.variants.map((variant, index) => (index === at ? next : variant)) })

  const save = () =>
    attemptToSave(async () => {
      const sorted = [...draft.variants].sort((a, b) => a.minimum - b.minimum)
      keep((await call('save-donation-settings', { settings: { ...draft, variants: sorted } })).settings)
      showToast(donationMessages.saved())
    })
  const tryOne = ({ minimum, currency }: Variant) => {
    const given = { amount: Math.max(minimum, 1), ...(currency === undefined ? {} : { currency }) }
    return tryOut(() => call('test-overlay', { kind: 'donation', ...given }))
  }

  return (
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
  )
}

interface RowProps {
  readonly variant: Variant
  readonly media: Media
  readonly onChange: (variant: Variant) => void
  readonly onTry: () => void
  readonly onRemove: (() => void) | undefined
}

function VariantRow({ variant, media, onChange, onTry, onRemove }: RowProps) {
  const { minimum, currency, style, sound, volume, effect } = variant
  const amount = formatAmount({ amount: minimum, currency: currency ?? 'USD' })
  const without = <K extends keyof Variant>(name: K): Omit<Variant, K> => {
    const { [name]: _gone, ...rest } = variant
    return rest
  }
  return (
    <div class="variant">
      <div class="amounts">
        <Field label={donationMessages.minimum()}>
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
        <Field label={donationMessages.currency()}>
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
        <Field label={donationMessages.effect()}>
          {(attributes) => (
            <select
              {...attributes}
              value={effect ?? ''}
              onChange={(event) => {
                const chosen = companionEffects.find((one) => one === event.currentTarget.value)
                onChange(chosen === undefined ? without('effect') : { ...variant, effect: chosen })
              }}
            >
              <option value="">{donationMessages.noEffect()}</option>
              {companionEffects.map((type) => (
                <option key={type} value={type}>
                  {findEffectDefinition(type)?.title() ?? type}
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
      <div class="sounds">
        <MediaPicker
          label={alertMessages.sound()}
          kind="sound"
          none={mediaMessages.defaultSound()}
          media={media}
          value={sound}
          volume={volume}
          onChange={(ref) => onChange(ref === undefined ? without('sound') : { ...variant, sound: ref })}
        />
        <Slider
          label={mediaMessages.volume()}
          value={volume}
          onInput={(next) => onChange({ ...variant, volume: next })}
        />
      </div>
      <div class="sounds">
        <MediaPicker
          label={donationMessages.picture()}
          kind="image"
          media={media}
          value={variant.image}
          onChange={(image) => onChange(image === undefined ? without('image') : { ...variant, image })}
        />
        <div class="motion">
          <MotionField
            label={donationMessages.entrance()}
            name="enter"
            value={variant.enter}
            onChange={(enter) => onChange(enter === undefined ? without('enter') : { ...variant, enter })}
          />
          <MotionField
            label={donationMessages.exit()}
            name="leave"
            value={variant.leave}
            onChange={(leave) => onChange(leave === undefined ? without('leave') : { ...variant, leave })}
          />
          <Field label={donationMessages.seconds()}>
            {(attributes) => (
              <input
                {...attributes}
                type="number"
                min={1}
                max={60}
                value={variant.seconds ?? ''}
                placeholder={donationMessages.byLength()}
                onInput={(event) => {
                  const seconds = Number(event.currentTarget.value)
                  onChange(seconds > 0 ? { ...variant, seconds } : without('seconds'))
                }}
              />
            )}
          </Field>
        </div>
      </div>
    </div>
  )
}

interface MotionProps<N extends 'enter' | 'leave'> {
  readonly name: N
  readonly label: string
  readonly value: Variant[N]
  readonly onChange: (value: Variant[N]) => void
}

/** How the card comes or goes; without a choice as the theme does. */
function MotionField<N extends 'enter' | 'leave'>({ name, label, value, onChange }: MotionProps<N>) {
  const choices = (name === 'enter' ? alertEntrances : alertExits) as readonly NonNullable<Variant[N]>[]
  return (
    <Field label={label}>
      {(attributes) => (
        <select
          {...attributes}
          value={value ?? ''}
          onChange={(event) => onChange(choices.find((one) => one === event.currentTarget.value) as Variant[N])}
        >
          <option value="">{donationMessages.ofTheme()}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {choiceTitle(`steps.show_alert.${name}`, alertStepFields[name], one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
