import { formatMoney } from '../../../../src/contract/money.ts'
import { donationStyles, effectTypes } from '../../../../src/contract/overlay-messages.ts'
import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MediaPicker } from '../../ui/media-picker.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useLogCount } from '../../ui/use-log.ts'
import type { Media } from '../../ui/use-media.ts'
import { alertWords } from '../../words/alert-words.ts'
import { effectWords } from '../../words/effect-words.ts'
import { mediaWords } from '../../words/media-words.ts'

type Look = Answer<'get-donation-settings'>['settings']
type Variant = Look['variants'][number]

/** What can run beside a donation by itself. */
const companions = effectTypes.filter((type) => type !== 'custom' && type !== 'image')

/** The louder the more is given; and whether the message is spoken. */
export function Donations({ media }: { media: Media }) {
  const changes = useLogCount('setting')
  const { value, trouble: missing } = useLoaded(() => call('get-donation-settings', {}), [changes])
  const { draft, known, isChanged, setDraft, keep } = useDraft(value?.settings)
  const { trouble, busy, attempt: attemptToSave } = useAttempts()
  if (missing !== undefined) return <TroubleNote trouble={missing} />
  if (draft === undefined) return <Loading />
  const mayEdit = may('editor')
  const change = (part: Partial<Look>) => setDraft({ ...draft, ...part })
  const setVariant = (at: number, next: Variant) =>
    change({ variants: draft.variants.map((variant, index) => (index === at ? next : variant)) })

  const save = () =>
    attemptToSave(async () => {
      const sorted = [...draft.variants].sort((a, b) => a.minimum - b.minimum)
      keep((await call('save-donation-settings', { settings: { ...draft, variants: sorted } })).settings)
      say(alertWords.donationsSaved)
    })
  const tryOne = ({ minimum, currency }: Variant) =>
    attempt(async () => {
      const amount = Math.max(minimum, 1)
      await call('test-overlay', { kind: 'donation', amount, ...(currency === undefined ? {} : { currency }) })
      say(alertWords.tried)
    })

  return (
    <Form class="stack donations" onSubmit={save}>
      <section class="card">
        <header>
          <h2>{alertWords.variants}</h2>
          <span class="faint small">{alertWords.variantsHelp}</span>
        </header>
        <fieldset class="variants" disabled={!mayEdit} aria-label={alertWords.variants}>
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
                <Glyph name="plus" />
                {alertWords.addVariant}
              </button>
            </div>
          )}
        </fieldset>
      </section>
      <section class="card">
        <header>
          <h2>{alertWords.speech}</h2>
        </header>
        <fieldset class="inside stack" disabled={!mayEdit} aria-label={alertWords.speech}>
          <Switch label={alertWords.speak} checked={draft.speak} onChange={(speak) => change({ speak })} />
          {draft.speak && (
            <>
              <Switch
                label={alertWords.speakName}
                checked={draft.speak_name}
                onChange={(speak_name) => change({ speak_name })}
              />
              <Field label={alertWords.speakMinimum} hint={alertWords.speakMinimumHint}>
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
      <OtherTrouble trouble={trouble} than={[]} />
      <SaveBar isChanged={isChanged} busy={busy} onDiscard={() => setDraft(known)} />
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
  const amount = formatMoney(minimum, currency ?? 'USD')
  const without = <K extends keyof Variant>(name: K): Omit<Variant, K> => {
    const { [name]: _gone, ...rest } = variant
    return rest
  }
  return (
    <div class="variant">
      <div class="amounts">
        <Field label={alertWords.from}>
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
        <Field label={alertWords.currency}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              maxLength={16}
              value={currency ?? ''}
              placeholder={alertWords.anyCurrency}
              onInput={(event) => {
                const typed = event.currentTarget.value.trim()
                onChange(typed === '' ? without('currency') : { ...variant, currency: typed })
              }}
            />
          )}
        </Field>
        <Field label={alertWords.style}>
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
                  {alertWords.styles[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={alertWords.effect}>
          {(attributes) => (
            <select
              {...attributes}
              value={effect ?? ''}
              onChange={(event) => {
                const chosen = companions.find((one) => one === event.currentTarget.value)
                onChange(chosen === undefined ? without('effect') : { ...variant, effect: chosen })
              }}
            >
              <option value="">{alertWords.noEffect}</option>
              {companions.map((type) => (
                <option key={type} value={type}>
                  {effectWords.types[type]?.[0] ?? type}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="row acts">
          <IconButton glyph="overlay" label={alertWords.tryVariant(amount)} title={alertWords.try} onClick={onTry} />
          {onRemove !== undefined && (
            <IconButton glyph="trash" label={alertWords.removeVariant(amount)} onClick={onRemove} />
          )}
        </div>
      </div>
      <div class="sounds">
        <MediaPicker
          label={alertWords.sound}
          kind="sound"
          none={mediaWords.usual}
          media={media}
          value={sound}
          volume={volume}
          onChange={(ref) => onChange(ref === undefined ? without('sound') : { ...variant, sound: ref })}
        />
        <Slider label={mediaWords.volume} value={volume} onInput={(next) => onChange({ ...variant, volume: next })} />
      </div>
    </div>
  )
}
