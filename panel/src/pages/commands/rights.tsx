import { permissionRoles, roleTitle } from '../../../../src/contract/roles.ts'
import { troubleFor } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { commandWords } from '../../words/command-words.ts'
import { Words } from './command-editor.tsx'
import type { Draft } from './draft.ts'
import { inWords } from './in-words.ts'
import type { SectionProps } from './reply-field.tsx'

type RoleField = 'permissions' | 'denied_permissions'
type Figure = 'cooldown_global_seconds' | 'cooldown_user_seconds' | 'points_cost' | 'coin_cost' | 'delete_cost'

/** Who may run it, how often, and for what; said as a sentence on top. */
export function Rights({ draft, change, trouble }: SectionProps) {
  const figure = (field: Figure, label: string, hint: string) => (
    <Field label={label} hint={hint} trouble={troubleFor(trouble, field)}>
      {(attributes) => (
        <NumberInput attributes={attributes} value={draft[field]} onChange={(value) => change({ [field]: value })} />
      )}
    </Field>
  )
  return (
    <section class="part">
      <h3>{commandWords.who}</h3>
      <p class="in-words">{inWords(draft)}</p>
      <div class="pair">
        <Roles field="permissions" {...{ draft, change }} trouble={troubleFor(trouble, 'permissions')} />
        <Roles field="denied_permissions" {...{ draft, change }} trouble={troubleFor(trouble, 'denied_permissions')} />
      </div>
      <div class="figures-row">
        {figure('cooldown_global_seconds', commandWords.cooldownAll, commandWords.secondsHint)}
        {figure('cooldown_user_seconds', commandWords.cooldownEach, commandWords.secondsHint)}
        {figure('points_cost', commandWords.pointsCost, commandWords.pointsHint)}
        {figure('coin_cost', commandWords.coinCost, commandWords.pointsHint)}
        {figure('delete_cost', commandWords.deleteCost, '')}
      </div>
    </section>
  )
}

interface RolesProps {
  readonly field: RoleField
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly trouble: string | undefined
}

function Roles({ field, draft, change, trouble }: RolesProps) {
  const isDenied = field === 'denied_permissions'
  const chosen = draft[field]
  const people = chosen.filter((role) => role.startsWith('user:')).map((role) => role.slice('user:'.length))
  const roles = chosen.filter((role) => !role.startsWith('user:'))
  const set = (nextRoles: readonly string[], names: readonly string[]) =>
    change({ [field]: [...nextRoles, ...names.map((name) => `user:${name}`)] })
  const toggle = (role: string) => {
    if (roles.includes(role))
      return set(
        roles.filter((one) => one !== role),
        people,
      )
    // Everyone holds all the others.
    set(role === 'everyone' ? ['everyone'] : [...roles.filter((one) => one !== 'everyone'), role], people)
  }
  return (
    <fieldset>
      <legend>{isDenied ? commandWords.denied : commandWords.allowed}</legend>
      <div class="chips">
        {permissionRoles
          .filter((role) => !isDenied || role !== 'broadcaster')
          .map((role) => (
            <label key={role} class="chip">
              <input type="checkbox" checked={roles.includes(role)} onChange={() => toggle(role)} />
              <span>{roleTitle(role)}</span>
            </label>
          ))}
      </div>
      <Field
        label={isDenied ? commandWords.deniedPeople : commandWords.people}
        hint={commandWords.peopleHint}
        trouble={trouble}
      >
        {(attributes) => <Words attributes={attributes} value={people} onChange={(names) => set(roles, names)} />}
      </Field>
    </fieldset>
  )
}

interface NumberProps {
  readonly attributes: object
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Whole numbers; what cannot be read as one is 0 until it can. */
export function NumberInput({ attributes, value, onChange }: NumberProps) {
  return (
    <input
      {...attributes}
      type="number"
      min={0}
      step={1}
      inputMode="numeric"
      value={value}
      onInput={(event) => onChange(Math.trunc(Number(event.currentTarget.value)) || 0)}
    />
  )
}
