import { useState } from 'preact/hooks'
import {
  type DeckButton,
  type DeckColor,
  type DeckPage,
  deckColors,
  deckLimits,
  iconNames,
} from '../../../../src/capabilities/decks/contract/decks.ts'
import type { IconName } from '../../../../src/definitions/icons.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonAction } from './button-action.tsx'
import type { ButtonEntry } from './button-entries.ts'
import { emptyButton } from './draft.ts'
import { deckColorNames, iconTitles, deckMessages as messages } from './messages.ts'
import { StateFields } from './state-fields.tsx'

interface ButtonDialogProps {
  /** Undefined: a new one. */
  readonly button: DeckButton | undefined
  /** What was chosen for a new one, which lacks something. */
  readonly begun?: ButtonEntry | undefined
  readonly pages: readonly DeckPage[]
  readonly pageIndex: number
  readonly onClose: () => void
  readonly onApply: (button: DeckButton, pageIndex: number) => void
  readonly onRemove: () => void
}

/** Everything about one button. Nothing is stored before the deck is saved. */
export function ButtonDialog(props: ButtonDialogProps) {
  const { button: given, begun, pages, pageIndex, onClose, onApply, onRemove } = props
  const [button, setButton] = useState(given ?? begun?.button ?? emptyButton)
  const [page, setPage] = useState(pageIndex)
  const [unfinished, setUnfinished] = useState<ReadonlySet<string>>(
    new Set(begun?.step === undefined ? [] : ['action']),
  )
  const set = (change: Partial<Record<keyof DeckButton, unknown>>) => {
    const next = Object.entries({ ...button, ...change }).filter(([, value]) => value !== undefined)
    setButton(Object.fromEntries(next) as unknown as DeckButton)
  }
  const note = (which: string, isFinished: boolean) => {
    const open = new Set(unfinished)
    if (isFinished) open.delete(which)
    else open.add(which)
    setUnfinished(open)
  }
  const canApply = button.label.trim() !== '' && unfinished.size === 0
  return (
    <Dialog
      title={given === undefined ? messages.newButton() : messages.editButton()}
      onClose={onClose}
      onSubmit={() => onApply(button, page)}
      submit={given === undefined ? messages.addButton() : messages.apply()}
      busy={!canApply}
      wide
    >
      <TextField
        label={messages.label()}
        value={button.label}
        maxLength={deckLimits.labelLength}
        onInput={(label) => set({ label })}
      />
      <IconChoice value={button.icon} onChange={(icon) => set({ icon })} />
      <ColorChoice value={button.color} onChange={(color) => set({ color })} />
      <ButtonAction
        label={messages.action()}
        none={messages.noAction()}
        call={button.action}
        begun={begun?.step}
        onChange={(action, isFinished) => {
          set({ action })
          note('action', isFinished)
        }}
      />
      <StateFields state={button.state} onChange={(state) => set({ state })} />
      {button.state !== undefined && button.action !== undefined && (
        <ButtonAction
          label={messages.actionWhenOn()}
          none={messages.sameAction()}
          call={button.action_when_on}
          onChange={(action_when_on, isFinished) => {
            set({ action_when_on })
            note('action_when_on', isFinished)
          }}
        />
      )}
      <TextField
        label={messages.cooldown()}
        value={String(button.cooldown_seconds)}
        inputMode="numeric"
        onInput={(text) =>
          set({ cooldown_seconds: Math.min(Number.parseInt(text, 10) || 0, deckLimits.cooldownSeconds) })
        }
      />
      <Switch label={messages.confirm()} checked={button.confirm} onChange={(confirm) => set({ confirm })} />
      {pages.length > 1 && (
        <Field label={messages.onPage()}>
          {(attributes) => (
            <select {...attributes} value={page} onChange={(event) => setPage(Number(event.currentTarget.value))}>
              {pages.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {unfinished.size > 0 && <p class="error small">{messages.unfinished()}</p>}
      {given !== undefined && (
        <div>
          <button type="button" class="button danger small" onClick={onRemove}>
            {messages.removeButton()}
          </button>
        </div>
      )}
    </Dialog>
  )
}

function IconChoice(of: { value: IconName | undefined; onChange: (icon: IconName | undefined) => void }) {
  const { value, onChange } = of
  return (
    <fieldset>
      <legend>{messages.icon()}</legend>
      <div class="icon-choice">
        {[undefined, ...iconNames].map((name) => (
          <label key={name ?? ''} title={name === undefined ? messages.noIcon() : iconTitles[name]()}>
            <input
              class="out-of-sight"
              type="radio"
              name="icon"
              checked={value === name}
              onChange={() => onChange(name)}
            />
            {name === undefined ? <span aria-hidden="true">–</span> : <Icon name={name} />}
            <span class="out-of-sight">{name === undefined ? messages.noIcon() : iconTitles[name]()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function ColorChoice({ value, onChange }: { value: DeckColor; onChange: (color: DeckColor) => void }) {
  return (
    <fieldset>
      <legend>{messages.color()}</legend>
      <div class="row wrap">
        {deckColors.map((color) => (
          <label key={color} class="choice color-choice" data-color={color}>
            <input type="radio" name="color" checked={value === color} onChange={() => onChange(color)} />
            <span>{deckColorNames[color]()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
