import { type AlertVariant, maxAlertVariants } from '../../../../src/capabilities/alerts/contract/alert-fields.ts'
import { may } from '../../state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { CardFields } from './card-fields.tsx'
import { eventAlertMessages } from './event-alert-messages.ts'

interface VariantsProps {
  /** What is counted, such as viewers. */
  readonly title: string
  readonly variants: readonly AlertVariant[]
  readonly media: Media
  readonly onChange: (variants: readonly AlertVariant[]) => void
  readonly onTry: (amount: number) => void
}

/** What is different from an amount on. */
export function AlertVariants({ title, variants, media, onChange, onTry }: VariantsProps) {
  const replace = (at: number, next: AlertVariant) =>
    onChange(variants.map((variant, index) => (index === at ? next : variant)))
  const add = () => {
    const highest = Math.max(0, ...variants.map(({ at_least }) => at_least))
    onChange([...variants, { at_least: highest === 0 ? 10 : highest * 2, size: 'large' }])
  }
  return (
    <section class="alert-variants" aria-label={eventAlertMessages.variants()}>
      <h3>{eventAlertMessages.variants()}</h3>
      <p class="faint small">{eventAlertMessages.variantsHelp()}</p>
      {variants.map((variant, index) => (
        <details key={index} class="alert-variant">
          <summary>
            <b class="grow">{eventAlertMessages.variantTitle({ title, amount: variant.at_least })}</b>
          </summary>
          <div class="stack">
            <div class="row">
              <Field label={eventAlertMessages.variantFrom({ title })}>
                {(attributes) => (
                  <input
                    {...attributes}
                    type="number"
                    min={0}
                    value={variant.at_least}
                    onInput={(event) =>
                      replace(index, { ...variant, at_least: Math.trunc(Number(event.currentTarget.value)) || 0 })
                    }
                  />
                )}
              </Field>
              {may('moderator') && (
                <IconButton
                  icon="overlay"
                  label={eventAlertMessages.testVariant({ amount: variant.at_least })}
                  onClick={() => onTry(variant.at_least)}
                />
              )}
              <IconButton
                icon="trash"
                label={eventAlertMessages.removeVariant({ amount: variant.at_least })}
                onClick={() => onChange(variants.filter((_one, at) => at !== index))}
              />
            </div>
            <CardFields
              step={variant}
              media={media}
              fallback={eventAlertMessages.asAbove()}
              onChange={(next) => replace(index, next)}
            />
          </div>
        </details>
      ))}
      {variants.length < maxAlertVariants && (
        <div>
          <button type="button" class="button small" onClick={add}>
            <Icon name="plus" />
            {eventAlertMessages.addVariant()}
          </button>
        </div>
      )}
    </section>
  )
}
