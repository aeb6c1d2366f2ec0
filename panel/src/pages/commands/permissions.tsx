import { permissionRoles, roleTitle } from '../../../../src/definitions/roles.ts'
import { errorFor } from '../../api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { accessLine } from './access-line.ts'
import type { Draft } from './draft.ts'
import { EarningNote } from './earning-note.tsx'
import { commandMessages } from './messages.ts'
import { NumberInput } from './number-input.tsx'
import type { SectionProps } from './section-props.ts'
import { WordListInput } from './word-list-input.tsx'

type RoleField = 'permissions' | 'denied_permissions'
type Figure = 'cooldown_global_seconds' | 'cooldown_user_seconds' | 'points_cost' | 'coin_cost' | 'delete_cost'

/** Who may run the command, how often, and for what price; summed up in one line. */
export function Permissions({ draft, change, error }: SectionProps) {
  const figure = (field: Figure, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errorFor(error, field)}>
      {(attributes) => (
        <NumberInput attributes={attributes} value={draft[field]} onChange={(value) => change({ [field]: value })} />
      )}
    </Field>
  )
  return (
    <section class="part">
      <h3>{commandMessages.access()}</h3>
      <p class="access-line">{accessLine(draft)}</p>
      <div class="pair">
        <Roles field="permissions" {...{ draft, change }} error={errorFor(error, 'permissions')} />
        <Roles field="denied_permissions" {...{ draft, change }} error={errorFor(error, 'denied_permissions')} />
      </div>
      <div class="figures-row">
        {figure('cooldown_global_seconds', commandMessages.globalCooldown(), commandMessages.cooldownHint())}
        {figure('cooldown_user_seconds', commandMessages.userCooldown(), commandMessages.cooldownHint())}
        {figure('points_cost', commandMessages.pointsCost(), commandMessages.refundHint())}
        {figure('coin_cost', commandMessages.coinCost(), commandMessages.refundHint())}
        {figure('delete_cost', commandMessages.deleteCost(), '')}
      </div>
      {draft.points_cost > 0 && <EarningNote />}
    </section>
  )
}

interface RolesProps {
  readonly field: RoleField
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly error: string | undefined
}

function Roles({ field, draft, change, error }: RolesProps) {
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
    // Everyone includes all other roles.
    set(role === 'everyone' ? ['everyone'] : [...roles.filter((one) => one !== 'everyone'), role], people)
  }
  return (
    <fieldset>
      <legend>{isDenied ? commandMessages.deniedRoles() : commandMessages.allowedRoles()}</legend>
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
        label={isDenied ? commandMessages.deniedUsers() : commandMessages.allowedUsers()}
        hint={commandMessages.usersHint()}
        error={error}
      >
        {(attributes) => (
          <WordListInput attributes={attributes} value={people} onChange={(names) => set(roles, names)} />
        )}
      </Field>
    </fieldset>
  )
}
