import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { panelRoles } from '../../../../src/contract/panel-roles.ts'
import { type Answer, call, troubleFor } from '../../api.ts'
import { date } from '../../format.ts'
import { may, me } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Face } from '../../ui/face.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { settingsWords as say } from '../../words/settings-words.ts'
import { words } from '../../words/words.ts'
import { browserName } from './browser-name.ts'
import { SignInsCard } from './sign-ins-card.tsx'

type Person = Answer<'list-people'>['people'][number]
type Role = Person['role']

export function PeopleSection() {
  return (
    <>
      <People />
      <SignInsCard />
      <Sessions />
      {me.value?.sandbox && may('owner') && (
        <section class="card">
          <header>
            <h2>{say.sandbox}</h2>
          </header>
          <div class="inside stack">
            <p class="soft">{say.sandboxHelp}</p>
            <div>
              {/* Leaves the panel for the platform's own page, as with any platform. */}
              <a class="button" href="/sign-in/sandbox/begin">
                {say.sandboxButton}
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
        <h2>{say.people}</h2>
        {isOwner && (
          <button type="button" class="button small" onClick={() => setInviting(true)}>
            {say.invite}
          </button>
        )}
      </header>
      <ul class="people">
        {value?.people.map((person) => (
          <li key={person.id}>
            <Face name={person.name} large />
            <div class="grow">
              <p class="cut">
                <b>{person.name}</b> {person.you && <span class="faint small">{say.you}</span>}
              </p>
              <p class="faint small">{words.roleLines[person.role]}</p>
            </div>
            {isOwner ? (
              <>
                <select
                  aria-label={`${say.role}: ${person.name}`}
                  value={person.role}
                  onChange={(event) => {
                    const role = event.currentTarget.value as Role
                    void act(async () => {
                      await call('set-person-role', { person_id: person.id, role })
                      toast(say.roleChanged(person.name, words.roles[role].toLowerCase()))
                    })
                  }}
                >
                  {panelRoles.map((role) => (
                    <option key={role} value={role}>
                      {words.roles[role]}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  class="button small"
                  aria-label={`${say.link}: ${person.name}`}
                  onClick={() =>
                    void act(async () => {
                      const made = await call('make-sign-in-link', { person_id: person.id })
                      setLink({ name: person.name, link: made.link })
                    })
                  }
                >
                  {say.link}
                </button>
                <button
                  type="button"
                  class="button small danger"
                  aria-label={say.removeTitle(person.name)}
                  disabled={person.you}
                  onClick={() => setRemoving(person)}
                >
                  {say.remove}
                </button>
              </>
            ) : (
              <span class="tag">{words.roles[person.role]}</span>
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
        <Dialog title={say.linkTitle(link.name)} onClose={() => setLink(undefined)} wide>
          <p class="soft">{say.linkHelp}</p>
          <Secret text={link.link} />
        </Dialog>
      )}
      {removing !== undefined && (
        <Confirm
          title={say.removeTitle(removing.name)}
          onClose={() => setRemoving(undefined)}
          submit={say.remove}
          help={say.removeHelp}
          onSubmit={() =>
            void act(async () => {
              setRemoving(undefined)
              await call('remove-person', { person_id: removing.id })
              toast(say.removed(removing.name))
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
  const { trouble, attempt: attemptToInvite } = useAttempts()
  const invite = () =>
    attemptToInvite(async () => onDone({ name, link: (await call('invite-person', { name, role })).link }))
  return (
    <Dialog title={say.inviteTitle} onClose={onClose} onSubmit={() => void invite()} submit={say.invite}>
      <p class="soft">{say.inviteHelp}</p>
      <TextField
        label={say.name}
        value={name}
        maxLength={100}
        placeholder={say.namePlaceholder}
        trouble={troubleFor(trouble, 'name') ?? trouble?.message}
        onInput={setName}
      />
      <fieldset>
        <legend>{say.role}</legend>
        <div class="stack tight">
          {panelRoles.map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
              <span>
                {words.roles[one]} <span class="faint small">{words.roleLines[one]}</span>
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
      toast(say.ended)
    })
  }
  return (
    <section class="card">
      <header>
        <h2>{say.sessions}</h2>
      </header>
      <ul class="people">
        {value?.sessions.map(({ id, agent, address, seen_at, created_at, current }) => (
          <li key={id}>
            <span class="face large">
              <Glyph name="overlay" />
            </span>
            <div class="grow">
              <p class="row">
                <b>{browserName(agent)}</b>
                {current && <Light state="go" word={say.current} />}
              </p>
              <p class="faint small">
                {say.started} {date(created_at)} · {say.seen.toLowerCase()} <Ago at={seen_at} />
                {address !== '' && <span class="mono"> · {address}</span>}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={`${say.end}: ${browserName(agent)}`}
              onClick={() => void end(id, current)}
            >
              {say.end}
            </button>
          </li>
        ))}
      </ul>
      <p class="inside faint small">{say.sessionsHelp}</p>
    </section>
  )
}
