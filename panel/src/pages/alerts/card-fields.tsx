import {
  alertEmblems,
  alertEntrances,
  alertExits,
  alertLayouts,
  alertSizes,
} from '../../../../src/capabilities/alerts/contract/alert-cards.ts'
import { type AlertVariant, alertStepFields } from '../../../../src/capabilities/alerts/contract/alert-fields.ts'
import { companionEffects, findEffectDefinition } from '../../../../src/capabilities/effects/contract/effects.ts'
import { choiceTitle } from '../../../../src/definitions/field-texts.ts'
import { mediaMessages } from '../../messages/media.ts'
import { VariableText } from '../../steps/variable-text.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Slider } from '../../ui/forms/slider.tsx'
import { MediaPicker } from '../../ui/media/media-picker.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { eventAlertMessages, pictureKinds } from './event-alert-messages.ts'

/** What an alert and its variants have in common. */
type Card = Partial<Omit<AlertVariant, 'at_least'>>
type CardText = 'text' | 'figure' | 'message' | 'speech'

interface FieldsProps<C extends Card> {
  readonly step: C
  readonly media: Media
  /** What is left out is as this says: a variant shows only what is different. */
  readonly fallback?: string
  /** Texts that this card does not have. */
  readonly without?: readonly CardText[]
  /** What is wrong with one of the fields. */
  readonly errorOf?: (name: keyof Card) => string | undefined
  readonly onChange: (step: C) => void
}

/** The text, the look, the sound and the motion of a card. */
export function CardFields<C extends Card>(props: FieldsProps<C>) {
  const { step, media, fallback, without = [], errorOf = () => undefined, onChange } = props
  const isVariant = fallback !== undefined
  const set = <N extends keyof Card>(name: N, value: Card[N] | undefined) => onChange(withValue(step, name, value))
  const empty = fallback ?? ''
  const text = (name: CardText, label: string, hint?: string) =>
    !without.includes(name) && (
      <Field label={label} hint={isVariant ? undefined : hint} error={errorOf(name)}>
        {(attributes) => (
          <VariableText
            attributes={attributes}
            value={step[name] ?? ''}
            placeholder={empty}
            maxLength={alertStepFields[name].maxLength}
            onChange={(value) => set(name, value === '' && isVariant ? undefined : value)}
          />
        )}
      </Field>
    )
  const choice = <N extends 'emblem' | 'layout' | 'size' | 'enter' | 'leave'>(
    name: N,
    label: string,
    choices: readonly NonNullable<Card[N]>[],
    initial: NonNullable<Card[N]>,
  ) => (
    <Field label={label} error={errorOf(name)}>
      {(attributes) => (
        <select
          {...attributes}
          value={step[name] ?? (isVariant ? '' : initial)}
          onChange={(event) =>
            set(
              name,
              choices.find((one) => one === event.currentTarget.value),
            )
          }
        >
          {isVariant && <option value="">{fallback}</option>}
          {choices.map((one) => (
            <option key={one} value={one}>
              {choiceTitle(`steps.show_alert.${name}`, alertStepFields[name], one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <>
      {text('text', eventAlertMessages.text(), eventAlertMessages.textHint())}
      <div class="pair">
        {text('figure', eventAlertMessages.figure(), eventAlertMessages.figureHint())}
        {text('message', eventAlertMessages.message(), eventAlertMessages.messageHint())}
      </div>
      <PictureFields step={step} media={media} fallback={fallback} errorOf={errorOf} onChange={onChange}>
        {choice('emblem', eventAlertMessages.icon(), alertEmblems, 'none')}
      </PictureFields>
      {isVariant ? (
        <div class="pair">
          {choice('layout', eventAlertMessages.layout(), alertLayouts, 'beside')}
          {choice('size', eventAlertMessages.size(), alertSizes, 'medium')}
        </div>
      ) : (
        <>
          <Layouts value={step.layout ?? 'beside'} onChange={(layout) => set('layout', layout)} />
          <fieldset>
            <legend>{eventAlertMessages.size()}</legend>
            <div class="chips">
              {alertSizes.map((size) => (
                <label key={size} class="chip">
                  <input
                    type="radio"
                    name="alert-size"
                    checked={(step.size ?? 'medium') === size}
                    onChange={() => set('size', size)}
                  />
                  <span>{choiceTitle('steps.show_alert.size', alertStepFields.size, size)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </>
      )}
      <div class="pair">
        {choice('enter', eventAlertMessages.entrance(), alertEntrances, 'slide')}
        {choice('leave', eventAlertMessages.exit(), alertExits, 'slide')}
      </div>
      <MediaPicker
        label={eventAlertMessages.sound()}
        kind="sound"
        media={media}
        value={step.sound}
        error={errorOf('sound')}
        volume={step.volume ?? 1}
        none={fallback ?? mediaMessages.none()}
        onChange={(sound) => set('sound', sound)}
      />
      {(!isVariant || step.sound !== undefined) && (
        <Slider label={mediaMessages.volume()} value={step.volume ?? 1} onInput={(volume) => set('volume', volume)} />
      )}
      <div class="pair">
        <Field label={eventAlertMessages.effect()}>
          {(attributes) => (
            <select
              {...attributes}
              value={step.effect ?? ''}
              onChange={(event) =>
                set(
                  'effect',
                  companionEffects.find((one) => one === event.currentTarget.value),
                )
              }
            >
              <option value="">{fallback ?? eventAlertMessages.noEffect()}</option>
              {companionEffects.map((type) => (
                <option key={type} value={type}>
                  {findEffectDefinition(type)?.title() ?? type}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text('speech', eventAlertMessages.speech(), eventAlertMessages.speechHint())}
      </div>
      <Slider
        label={eventAlertMessages.seconds()}
        value={step.seconds ?? 5}
        min={1}
        max={30}
        step={0.5}
        show={(value) =>
          step.seconds === undefined && fallback !== undefined ? fallback : eventAlertMessages.secondsValue({ value })
        }
        onInput={(seconds) => set('seconds', seconds)}
      />
    </>
  )
}

interface LayoutsProps {
  readonly value: (typeof alertLayouts)[number]
  readonly onChange: (layout: (typeof alertLayouts)[number]) => void
}

/** Each layout with a drawing of it. */
function Layouts({ value, onChange }: LayoutsProps) {
  return (
    <fieldset>
      <legend>{eventAlertMessages.layout()}</legend>
      <div class="layouts">
        {alertLayouts.map((layout) => (
          <label key={layout} class="layout-choice">
            <input type="radio" name="alert-layout" checked={value === layout} onChange={() => onChange(layout)} />
            <span class={`drawing ${layout}`} aria-hidden="true">
              <span class="plate">
                <i />
                <b />
              </span>
            </span>
            <span class="small">{choiceTitle('steps.show_alert.layout', alertStepFields.layout, layout)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type PictureProps<C extends Card> = Pick<FieldsProps<C>, 'step' | 'media' | 'onChange'> & {
  readonly fallback: string | undefined
  readonly errorOf: (name: keyof Card) => string | undefined
  readonly children: preact.ComponentChildren
}

const pictures = ['emblem', 'image', 'video'] as const

/** An icon, an image or a video: never two of them. */
function PictureFields<C extends Card>({ step, media, fallback, errorOf, onChange, children }: PictureProps<C>) {
  const kind = step.video !== undefined ? 'video' : step.image !== undefined ? 'image' : 'emblem'
  const use = (next: (typeof pictures)[number]) => {
    const { image: _image, video: _video, ...rest } = step
    onChange((next === 'emblem' ? rest : { ...rest, [next]: '' }) as C)
  }
  return (
    <>
      <fieldset>
        <legend>{eventAlertMessages.picture()}</legend>
        <div class="chips">
          {pictures.map((one) => (
            <label key={one} class="chip">
              <input
                type="radio"
                name={fallback === undefined ? 'alert-picture' : undefined}
                checked={kind === one}
                onChange={() => use(one)}
              />
              <span>{pictureKinds[one]()}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind === 'emblem' && children}
      {kind === 'image' && (
        <MediaPicker
          label={eventAlertMessages.image()}
          kind="image"
          media={media}
          value={step.image}
          error={errorOf('image')}
          onChange={(image) => onChange(withValue(step, 'image', image ?? ''))}
        />
      )}
      {kind === 'video' && (
        <MediaPicker
          label={eventAlertMessages.video()}
          kind="video"
          media={media}
          value={step.video}
          error={errorOf('video')}
          onChange={(video) => onChange(withValue(step, 'video', video ?? ''))}
        />
      )}
    </>
  )
}

function withValue<C extends Card, N extends keyof Card>(step: C, name: N, value: Card[N] | undefined): C {
  const { [name]: _before, ...rest } = step
  return (value === undefined ? rest : { ...rest, [name]: value }) as unknown as C
}
