import { type DiscordRoleReason, discordRoleReasons } from '../../../../src/capabilities/discord/contract/settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Choice } from './discord-choice.tsx'
import type { DiscordAnswer, DiscordDraft } from './discord-state.ts'
import { discordMessages as messages } from './messages.ts'

interface RolesProps {
  readonly roles: DiscordAnswer['roles']
  readonly rules: DiscordDraft['roles']
  readonly onChange: (rules: DiscordDraft['roles']) => void
}

const reasonTitles = {
  watch_time: messages.watchTime,
  points: messages.points,
  subscription: messages.subscription,
} satisfies Readonly<Record<DiscordRoleReason, () => string>>

/** Which role a viewer gets for what. */
export function DiscordRoles({ roles, rules, onChange }: RolesProps) {
  const choices = roles.map(({ id, name, assignable }) => ({
    id,
    name: assignable ? name : messages.belowBot({ name }),
  }))
  const first = roles.find(({ assignable }) => assignable) ?? roles[0]
  return (
    <div class="stack">
      {rules.length === 0 && <p class="soft">{messages.noRoles()}</p>}
      <ol class="rules">
        {rules.map((rule, index) => {
          const set = (changes: Partial<typeof rule>) => onChange(rules.with(index, { ...rule, ...changes }))
          return (
            <li key={index}>
              <div class="setting">
                <Choice
                  label={messages.role()}
                  choices={choices}
                  value={rule.role_id}
                  onChange={(role_id) => set({ role_id })}
                />
                <Field label={messages.reason()}>
                  {(attributes) => (
                    <select
                      {...attributes}
                      value={rule.reason}
                      onChange={(event) => set({ reason: event.currentTarget.value as DiscordRoleReason })}
                    >
                      {discordRoleReasons.map((reason) => (
                        <option key={reason} value={reason}>
                          {reasonTitles[reason]()}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
                {rule.reason !== 'subscription' && (
                  <Field label={messages.minimum()}>
                    {(attributes) => (
                      <input
                        {...attributes}
                        type="number"
                        min={0}
                        value={rule.minimum}
                        onInput={(event) =>
                          set({ minimum: Math.max(0, Math.floor(event.currentTarget.valueAsNumber || 0)) })
                        }
                      />
                    )}
                  </Field>
                )}
              </div>
              <IconButton
                icon="close"
                label={messages.removeRole({ number: index + 1 })}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              />
            </li>
          )
        })}
      </ol>
      <div>
        <button
          type="button"
          class="button"
          disabled={first === undefined}
          onClick={() =>
            first !== undefined && onChange([...rules, { role_id: first.id, reason: 'watch_time', minimum: 10 }])
          }
        >
          <Icon name="plus" />
          {messages.addRole()}
        </button>
      </div>
    </div>
  )
}
