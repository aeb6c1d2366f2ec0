import {
  deckStates,
  deckStateTypes,
  type StateOptions,
  stateDefinition,
} from '../../../../src/capabilities/decks/contract/deck-states.ts'
import type { DeckState } from '../../../../src/capabilities/decks/contract/decks.ts'
import { platformDefinitions } from '../../../../src/platforms/contract/platforms.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { deckMessages as messages } from './messages.ts'

interface StateFieldsProps {
  readonly state: DeckState | undefined
  readonly onChange: (state: DeckState | undefined) => void
}

/** What a button shows live, and what that is about. */
export function StateFields({ state, onChange }: StateFieldsProps) {
  const definition = state && stateDefinition(state.type)
  const options = definition === undefined ? [] : [...definition.needs, ...definition.takes]
  const set = (option: keyof StateOptions, value: string) => {
    if (state === undefined) return
    const { [option]: _, ...others } = state
    onChange((value === '' ? others : { ...others, [option]: value }) as DeckState)
  }
  return (
    <>
      <Field label={messages.state()} hint={definition?.help()}>
        {(attributes) => (
          <select
            {...attributes}
            value={state?.type ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === '' ? undefined : ({ type: value } as DeckState))
            }
          >
            <option value="">{messages.noState()}</option>
            {deckStateTypes.map((type) => (
              <option key={type} value={type}>
                {deckStates[type].title()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {options.map((option) =>
        option === 'platform' ? (
          <Field key={option} label={messages.platform()}>
            {(attributes) => (
              <select
                {...attributes}
                value={state?.platform ?? ''}
                onChange={(event) => set(option, event.currentTarget.value)}
              >
                <option value="">{messages.anyPlatform()}</option>
                {platformDefinitions.map(({ wireName, title }) => (
                  <option key={wireName} value={wireName}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : (
          <TextField
            key={option}
            label={messages[option]()}
            value={state?.[option] ?? ''}
            maxLength={100}
            onInput={(value) => set(option, value)}
          />
        ),
      )}
    </>
  )
}
