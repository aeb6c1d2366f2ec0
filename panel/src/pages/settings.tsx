import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { panelRoles } from '../../../src/contract/panel-roles.ts'
import { type Answer, call, Trouble, troubleFor } from '../api.ts'
import { date } from '../format.ts'
import { choose, type Scheme, scheme, schemes } from '../shell/scheme.ts'
import { may, me } from '../state.ts'
import { Secret } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Light } from '../ui/light.tsx'
import { Ago, Heading, useLoaded } from '../ui/parts.tsx'
import { say, sayTrouble } from '../ui/toasts.tsx'
import { words } from '../words/words.ts'
import { browserName } from './settings/browser-name.ts'

type Person = Answer<'list-people'>['people'][number]
type Role = Person['role']

export function Settings() {
  return (
    <div class="width narrow">
      <Heading title={words.settings.title} lead={words.settings.lead} />
      <People />
      <Sessions />
      <section class="card">
        <header>
          <h2>{words.settings.scheme}</h2>
          <fieldset class="tabs">
            <legend class="out-of-sight">{words.settings.scheme}</legend>
            {schemes.map((one: Scheme) => (
              <button key={one} type="button" aria-pressed={scheme.value === one} onClick={() => choose(one)}>
                {words.settings.schemes[one]}
              </button>
            ))}
          </fieldset>
        </header>
      </section>
      {me.value?.sandbox && may('owner') && (
        <section class="card">
          <header>
            <h2>{words.settings.sandbox}</h2>
          </header>
          <div class="inside stack">
            <p class="soft">{words.settings.sandboxHelp}</p>
            <div>
              {/* Leaves the panel for the platform's own page, as with any platform. */}
              <a class="button" href="/panel/sign-in/sandbox" target="_self">
                {words.settings.sandboxButton}
              </a>
            </div>
          </div>
        </section>
      )}
    </div>
  )
}

function People() {
  const { query } = useLocation()
  const { value, reload } = useLoaded(() => call('list-people', {}), [])
  const [inviting, setInviting] = useState('invite' in query)
  const [removing, setRemoving] = useState<Person>()
  const [link, setLink] = useState<{ name: string; link: string }>()
  const isOwner = may('owner')

  async function attempt(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
    } catch (error) {
      sayTrouble(error)
    }
    await reload()
  }

  return (
    <section class="card">
      <header>
        <h2>{words.settings.people}</h2>
        {isOwner && (
          <button type="button" class="button small" onClick={() => setInviting(true)}>
            {words.settings.invite}
          </button>
        )}
      </header>
      <ul class="people">
        {value?.people.map((person) => (
          <li key={person.id}>
            <div class="grow">
              <p class="cut">
                <b>{person.name}</b> {person.you && <span class="faint small">{words.settings.you}</span>}
              </p>
              <p class="faint small">{words.roleLines[person.role]}</p>
            </div>
            {isOwner ? (
              <>
                <select
                  aria-label={`${words.settings.role}: ${person.name}`}
                  value={person.role}
                  onChange={(event) => {
                    const role = event.currentTarget.value as Role
                    void attempt(async () => {
                      await call('set-person-role', { person_id: person.id, role })
                      say(words.settings.roleChanged(person.name, words.roles[role].toLowerCase()))
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
                  aria-label={`${words.settings.link}: ${person.name}`}
                  onClick={() =>
                    void attempt(async () => {
                      const made = await call('make-sign-in-link', { person_id: person.id })
                      setLink({ name: person.name, link: made.link })
                    })
                  }
                >
                  {words.settings.link}
                </button>
                <button
                  type="button"
                  class="button small danger"
                  aria-label={words.settings.removeTitle(person.name)}
                  disabled={person.you}
                  onClick={() => setRemoving(person)}
                >
                  {words.settings.remove}
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
        <Dialog title={words.settings.linkTitle(link.name)} onClose={() => setLink(undefined)} wide>
          <p class="soft">{words.settings.linkHelp}</p>
          <Secret text={link.link} />
        </Dialog>
      )}
      {removing !== undefined && (
        <Dialog
          title={words.settings.removeTitle(removing.name)}
          onClose={() => setRemoving(undefined)}
          submit={words.settings.remove}
          danger
          onSubmit={() =>
            void attempt(async () => {
              setRemoving(undefined)
              await call('remove-person', { person_id: removing.id })
              say(words.settings.removed(removing.name))
            })
          }
        >
          <p class="soft">{words.settings.removeHelp}</p>
        </Dialog>
      )}
    </section>
  )
}

function Invite({ onClose, onDone }: { onClose: () => void; onDone: (made: { name: string; link: string }) => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('moderator')
  const [trouble, setTrouble] = useState<Trouble>()
  async function invite(): Promise<void> {
    try {
      onDone({ name, link: (await call('invite-person', { name, role })).link })
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }
  return (
    <Dialog title={words.settings.inviteTitle} onClose={onClose} onSubmit={invite} submit={words.settings.invite}>
      <p class="soft">{words.settings.inviteHelp}</p>
      <Field label={words.settings.name} trouble={troubleFor(trouble, 'name') ?? trouble?.message}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            value={name}
            maxLength={100}
            autocomplete="off"
            placeholder={words.settings.namePlaceholder}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend>{words.settings.role}</legend>
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
  const { value, reload } = useLoaded(() => call('list-sessions', {}), [])
  async function end(id: string, current: boolean): Promise<void> {
    try {
      await call('revoke-session', { session_id: id })
      if (current) return location.assign('/panel')
      say(words.settings.ended)
    } catch (error) {
      sayTrouble(error)
    }
    await reload()
  }
  return (
    <section class="card">
      <header>
        <h2>{words.settings.sessions}</h2>
      </header>
      <ul class="people">
        {value?.sessions.map(({ id, agent, address, seen_at, created_at, current }) => (
          <li key={id}>
            <div class="grow">
              <p class="row">
                <b>{browserName(agent)}</b>
                {current && <Light state="go" word={words.settings.current} />}
              </p>
              <p class="faint small">
                {words.settings.started} {date(created_at)} · {words.settings.seen.toLowerCase()} <Ago at={seen_at} />
                {address !== '' && <span class="mono"> · {address}</span>}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={`${words.settings.end}: ${browserName(agent)}`}
              onClick={() => void end(id, current)}
            >
              {words.settings.end}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
