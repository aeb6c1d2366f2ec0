import { faces, looks } from '../../../../src/contract/overlay-messages.ts'
import { type ApiError, errorFor } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Switch } from '../../ui/switch.tsx'
import { overlayWords } from '../../words/overlay-words.ts'
import type { Look } from './look.ts'

interface FormProps {
  readonly draft: Look
  readonly onChange: (draft: Look) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
}

const colorKinds = ['accent', 'text', 'background', 'amount'] as const
/** Where a colour of one's own begins. */
const usualColors = { accent: '#f2b24c', text: '#f6f4f0', background: '#0d1016', amount: '#ffffff' }
const volumeKinds = ['master', 'tts', 'audio-alert', 'donation', 'effect', 'song'] as const
const timedKinds = ['tts', 'audio-alert', 'donation'] as const

export function LookForm({ draft, onChange, error, disabled }: FormProps) {
  const change = (part: Partial<Look>) => onChange({ ...draft, ...part })
  return (
    <fieldset class="look-form" disabled={disabled} aria-label={overlayWords.look}>
      <section class="card">
        <header>
          <h2>{overlayWords.look}</h2>
        </header>
        <div class="inside stack">
          <div class="looks" role="radiogroup" aria-label={overlayWords.look}>
            {looks.map((look) => (
              <label key={look} class={`look ${look}`}>
                <input type="radio" name="look" checked={draft.look === look} onChange={() => change({ look })} />
                <span class="swatch" aria-hidden="true">
                  <i>Aa</i>
                </span>
                <b>{overlayWords.looks[look]?.[0]}</b>
                <span class="faint small">{overlayWords.looks[look]?.[1]}</span>
              </label>
            ))}
          </div>
          <Field label={overlayWords.font} error={errorFor(error, 'settings.font')}>
            {(attributes) => (
              <select
                {...attributes}
                value={draft.font ?? ''}
                onChange={(event) => {
                  const font = faces.find((face) => face === event.currentTarget.value)
                  const { font: _before, ...rest } = draft
                  onChange(font === undefined ? rest : { ...rest, font })
                }}
              >
                {['', ...faces].map((face) => (
                  <option key={face} value={face}>
                    {overlayWords.fonts[face] ?? face}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <fieldset class="colours">
            <legend>{overlayWords.colors}</legend>
            {colorKinds.map((name) => (
              <Colour key={name} name={name} draft={draft} onChange={onChange} />
            ))}
          </fieldset>
          <Slider
            label={overlayWords.scale}
            value={draft.scale}
            min={0.5}
            max={2}
            step={0.05}
            show={overlayWords.times}
            onInput={(scale) => change({ scale })}
          />
        </div>
      </section>
      <section class="card">
        <header>
          <h2>{overlayWords.volumes}</h2>
        </header>
        <div class="inside stack tight">
          {volumeKinds.map((kind) => (
            <Slider
              key={kind}
              label={overlayWords.kinds[kind] ?? kind}
              value={draft.volumes[kind]}
              onInput={(volume) => change({ volumes: { ...draft.volumes, [kind]: volume } })}
            />
          ))}
        </div>
      </section>
      <details class="card">
        <summary>
          <h2>{overlayWords.timing}</h2>
        </summary>
        <div class="inside stack">
          <div class="timing">
            {timedKinds.map((kind) => (
              <Field key={kind} label={overlayWords.seconds(overlayWords.kinds[kind] ?? kind)}>
                {(attributes) => (
                  <input
                    {...attributes}
                    type="number"
                    min={0.5}
                    max={60}
                    step={0.5}
                    value={draft.seconds[kind]}
                    onInput={(event) =>
                      change({ seconds: { ...draft.seconds, [kind]: Number(event.currentTarget.value) } })
                    }
                  />
                )}
              </Field>
            ))}
            {timedKinds.map((kind) => (
              <Field key={kind} label={overlayWords.priority(overlayWords.kinds[kind] ?? kind)}>
                {(attributes) => (
                  <input
                    {...attributes}
                    type="number"
                    min={0}
                    max={9}
                    value={draft.priorities[kind]}
                    onInput={(event) =>
                      change({
                        priorities: { ...draft.priorities, [kind]: Math.trunc(Number(event.currentTarget.value)) },
                      })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <p class="faint small">{overlayWords.priorityHint}</p>
          <Switch
            label={overlayWords.price}
            checked={draft.show_price}
            onChange={(show_price) => change({ show_price })}
          />
          <div class="timing">
            <Field label={overlayWords.pointsName}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  maxLength={30}
                  value={draft.points_name}
                  onInput={(event) => change({ points_name: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={overlayWords.locale} hint={overlayWords.localeHint}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  maxLength={20}
                  value={draft.locale}
                  onInput={(event) => change({ locale: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
        </div>
      </details>
      <details class="card">
        <summary>
          <h2>{overlayWords.css}</h2>
        </summary>
        <div class="inside">
          <Field label={overlayWords.css} hint={overlayWords.cssHint} error={errorFor(error, 'settings.custom_css')}>
            {(attributes) => (
              <textarea
                {...attributes}
                class="mono"
                rows={8}
                maxLength={20_000}
                spellcheck={false}
                placeholder={overlayWords.cssPlaceholder}
                value={draft.custom_css ?? ''}
                onInput={(event) => {
                  const { custom_css: _before, ...rest } = draft
                  const css = event.currentTarget.value
                  onChange(css === '' ? rest : { ...rest, custom_css: css })
                }}
              />
            )}
          </Field>
        </div>
      </details>
    </fieldset>
  )
}

interface ColourProps {
  readonly name: (typeof colorKinds)[number]
  readonly draft: Look
  readonly onChange: (draft: Look) => void
}

/** The look's own colour until somebody wants another. */
function Colour({ name, draft, onChange }: ColourProps) {
  const value = draft.colors[name]
  const word = overlayWords.colorNames[name] ?? name
  const { [name]: _before, ...others } = draft.colors
  return (
    <div class="colour">
      <label class="choice">
        <input
          type="checkbox"
          checked={value !== undefined}
          aria-label={overlayWords.own(word)}
          onChange={(event) =>
            onChange({
              ...draft,
              colors: event.currentTarget.checked ? { ...others, [name]: usualColors[name] } : others,
            })
          }
        />
        <span>{word}</span>
      </label>
      <input
        type="color"
        aria-label={word}
        disabled={value === undefined}
        value={hexOf(value) ?? usualColors[name]}
        onInput={(event) => onChange({ ...draft, colors: { ...others, [name]: event.currentTarget.value } })}
      />
    </div>
  )
}

/** A colour field knows this one way of writing; others stay as they are until they are changed. */
function hexOf(value: string | undefined): string | undefined {
  return value !== undefined && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
}
