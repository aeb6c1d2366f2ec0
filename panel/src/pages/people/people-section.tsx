import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import {
  panelRoleDescriptions,
  panelRoleNames,
  panelRoles,
} from '../../../../src/kernel/operation/contract/panel-roles.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { date } from '../../format.ts'
import { canUseSandboxSignIn, may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { SecretLink } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { browserName } from '../sign-in/browser-name.ts'
import { SignInMethodsCard } from '../sign-in/sign-in-methods-card.tsx'
import { SignInsCard } from '../sign-in/sign-ins-card.tsx'
import { sandboxSignInMessages, sessionMessages, teamMessages } from './messages.ts'

type Person = Answer<'list-people'>['people'][number]
type Role = Person['role']

export function PeopleSection() {
  return (
    <>
      <People />
      <SignInMethodsCard />
      <SignInsCard />
      <Sessions />
      {canUseSandboxSignIn.value && (
        <section class="card">
          <header>
            <h2>{sandboxSignInMessages.title()}</h2>
          </header>
          <div class="inside stack">
            <p class="soft">{sandboxSignInMessages.help()}</p>
            <div>
              {/* Opens the platform's own page, as for every platform. */}
              <a class="button" href="/sign-in/sandbox/begin">
                {sandboxSignInMessages.button()}
              </a>
            </div>
          </div>
        </section>
      )}
    </>
  )
}

function People() {
  const { query } = useLocation()
  const { value, reload, act } = useLoaded(() => call('list-people', {}), [])
  const [inviting, setInviting] = useState('invite' in query)
  const [removing, setRemoving] = useState<Person>()
  const [link, setLink] = useState<{ name: string; link: string }>()
  const isOwner = may('owner')

  return (
    <section class="card">
      <header>
        <h2>{teamMessages.title()}</h2>
        {isOwner && (
          <button type="button" class="button small" onClick={() => setInviting(true)}>
            {teamMessages.invite()}
          </button>
        )}
      </header>
      <ul class="people">
        {value?.people.map((person) => (
          <li key={person.id}>
            <Avatar name={person.name} large />
            <div class="grow">
              <p class="cut">
                <b>{person.name}</b> {person.you && <span class="faint small">{teamMessages.you()}</span>}
              </p>
              <p class="faint small">{panelRoleDescriptions[person.role]()}</p>
            </div>
            {isOwner ? (
              <>
                <select
                  aria-label={teamMessages.roleOf({ name: person.name })}
                  value={person.role}
                  onChange={(event) => {
                    const role = event.currentTarget.value as Role
                    void act(async () => {
                      await call('set-person-role', { person_id: person.id, role })
                      showToast(
                        teamMessages.roleChanged({
                          name: person.name,
                          role: panelRoleNames[role](),
                        }),
                      )
                    })
                  }}
                >
                  {panelRoles.map((role) => (
                    <option key={role} value={role}>
                      {panelRoleNames[role]()}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  class="button small"
                  aria-label={teamMessages.linkOf({ name: person.name })}
                  onClick={() =>
                    void act(async () => {
                      const made = await call('create-sign-in-link', { person_id: person.id })
                      setLink({ name: person.name, link: made.link })
                    })
                  }
                >
                  {teamMessages.link()}
                </button>
                <button
                  type="button"
                  class="button small danger"
                  aria-label={teamMessages.removeOne({ name: person.name })}
                  disabled={person.you}
                  onClick={() => setRemoving(person)}
                >
                  {teamMessages.remove()}
                </button>
              </>
            ) : (
              <span class="tag">{panelRoleNames[person.role]()}</span>
            )}
          </li>
        ))}
      </ul>
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onDone={(made) => {
            setInviting(false)
            setLink(made)
            void reload()
          }}
        />
      )}
      {link !== undefined && (
        <Dialog title={teamMessages.linkTitle({ name: link.name })} onClose={() => setLink(undefined)} wide>
          <p class="soft">{teamMessages.linkHelp()}</p>
          <SecretLink link={link.link} />
        </Dialog>
      )}
      {removing !== undefined && (
        <Confirm
          title={teamMessages.removeTitle({ name: removing.name })}
          onClose={() => setRemoving(undefined)}
          submit={teamMessages.remove()}
          help={teamMessages.removeHelp()}
          onSubmit={() =>
            void act(async () => {
              setRemoving(undefined)
              await call('remove-person', { person_id: removing.id })
              showToast(teamMessages.removed({ name: removing.name }))
            })
          }
        />
      )}
    </section>
  )
}

function Invite({ onClose, onDone }: { onClose: () => void; onDone: (made: { name: string; link: string }) => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('moderator')
  const { error, attempt: attemptToInvite } = useAttempts()
  const invite = () =>
    attemptToInvite(async () => onDone({ name, link: (await call('invite-person', { name, role })).link }))
  return (
    <Dialog
      title={teamMessages.inviteTitle()}
      onClose={onClose}
      onSubmit={() => void invite()}
      submit={teamMessages.invite()}
    >
      <p class="soft">{teamMessages.inviteHelp()}</p>
      <TextField
        label={teamMessages.name()}
        value={name}
        maxLength={100}
        placeholder={teamMessages.namePlaceholder()}
        error={errorFor(error, 'name') ?? error?.message}
        onInput={setName}
      />
      <fieldset>
        <legend>{teamMessages.role()}</legend>
        <div class="stack tight">
          {panelRoles.map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
              <span>
                {panelRoleNames[one]()} <span class="faint small">{panelRoleDescriptions[one]()}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Dialog>
  )
}

function Sessions() {
  const { value, act } = useLoaded(() => call('list-sessions', {}), [])
  async function end(id: string, current: boolean): Promise<void> {
    const revoke = () => call('revoke-session', { session_id: id })
    if (current) {
      return attempt(async () => {
        await revoke()
        location.assign('/')
      })
    }
    return act(async () => {
      await revoke()
      showToast(sessionMessages.ended())
    })
  }
  const endOthers = () =>
    act(async () => {
      await call('revoke-other-sessions', {})
      showToast(sessionMessages.othersEnded())
    })
  return (
    <section class="card">
      <header>
        <h2>{sessionMessages.title()}</h2>
        {value !== undefined && value.sessions.length > 1 && (
          <button type="button" class="button small" onClick={() => void endOthers()}>
            {sessionMessages.endOthers()}
          </button>
        )}
      </header>
      <ul class="people">
        {value?.sessions.map(({ id, agent, address, seen_at, created_at, current }) => (
          <li key={id}>
            <span class="avatar large">
              <Icon name="overlay" />
            </span>
            <div class="grow">
              <p class="row">
                <b>{browserName(agent)}</b>
                {current && <Light state="go" word={sessionMessages.current()} />}
              </p>
              <p class="faint small">
                {sessionMessages.started({ date: date(created_at) })} · {sessionMessages.seen()} <Ago at={seen_at} />
                {address !== '' && <span class="mono"> · {address}</span>}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={sessionMessages.endOne({ browser: browserName(agent) })}
              onClick={() => void end(id, current)}
            >
              {sessionMessages.end()}
            </button>
          </li>
        ))}
      </ul>
      <p class="inside faint small">{sessionMessages.help()}</p>
    </section>
  )
}
