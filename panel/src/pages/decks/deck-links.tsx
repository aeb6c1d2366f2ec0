import { useState } from 'preact/hooks'
import { deckLimits } from '../../../../src/capabilities/decks/contract/decks.ts'
import { call, errorFor } from '../../api.ts'
import { date } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { StoredDeck } from './draft.ts'
import { deckMessages as messages } from './messages.ts'

interface DeckLinksProps {
  readonly deck: StoredDeck
  readonly onChanged: () => Promise<void>
}

/** The links that open a deck. Each is a key of its own. */
export function DeckLinks({ deck, onChanged }: DeckLinksProps) {
  const [isMaking, setIsMaking] = useState(false)
  const [revoking, setRevoking] = useState<StoredDeck['links'][number]>()
  const revoke = (link: StoredDeck['links'][number]) =>
    attempt(async () => {
      await call('revoke-key', { key_id: link.id })
      setRevoking(undefined)
      showToast(messages.revoked({ name: link.name }))
      await onChanged()
    })
  return (
    <section class="card deck-links">
      <header>
        <h2 class="grow">{messages.links()}</h2>
        {may('owner') && (
          <button type="button" class="button small" onClick={() => setIsMaking(true)}>
            <Icon name="plus" />
            {messages.newLink()}
          </button>
        )}
      </header>
      <div class="inside stack">
        <p class="soft small">{messages.linksHelp()}</p>
        <div class="row wrap tags">
          <span class="faint small">{messages.scopes()}</span>
          {deck.scopes.map((scope) => (
            <span key={scope} class="tag mono">
              {scope}
            </span>
          ))}
        </div>
        {deck.links.length === 0 && <p class="faint">{messages.noLinks()}</p>}
        <ul class="link-rows">
          {deck.links.map((link) => (
            <li key={link.id}>
              <b class="cut">{link.name}</b>
              <span class="faint small">
                {messages.lastUsed()}{' '}
                {link.last_used_at === null ? messages.neverUsed() : <Ago at={link.last_used_at} />}
                {link.expires_at !== null && ` · ${messages.expiresOn({ date: date(link.expires_at) })}`}
              </span>
              {may('owner') && (
                <button
                  type="button"
                  class="button danger small"
                  aria-label={messages.revokeOf({ name: link.name })}
                  onClick={() => setRevoking(link)}
                >
                  {messages.revoke()}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {isMaking && (
        <NewLink
          deckId={deck.id}
          onClose={() => {
            setIsMaking(false)
            void onChanged()
          }}
        />
      )}
      {revoking !== undefined && (
        <Confirm
          title={messages.revokeTitle({ name: revoking.name })}
          help={messages.revokeHelp()}
          submit={messages.revoke()}
          onClose={() => setRevoking(undefined)}
          onSubmit={() => void revoke(revoking)}
        />
      )}
    </section>
  )
}

const lifetimes = [1, 7, 30, 365]

function NewLink({ deckId, onClose }: { deckId: number; onClose: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>()
  const [url, setUrl] = useState<string>()
  const { error, busy, attempt: attemptToCreate } = useAttempts()
  if (url !== undefined) {
    return (
      <Dialog title={messages.linkTitle()} onClose={onClose} wide>
        <p class="soft">{messages.linkHelp()}</p>
        <Secret text={url} />
        <p>
          <a class="button" href={url} target="_blank" rel="noreferrer">
            {messages.openLink()}
          </a>
        </p>
      </Dialog>
    )
  }
  const create = () =>
    attemptToCreate(async () => {
      const wanted = { id: deckId, name, ...(days === undefined ? {} : { expires_in_days: days }) }
      setUrl((await call('create-deck-link', wanted)).url)
    })
  return (
    <Dialog
      title={messages.newLink()}
      onClose={onClose}
      onSubmit={() => void create()}
      submit={messages.createLink()}
      busy={busy}
    >
      <TextField
        label={messages.linkName()}
        value={name}
        maxLength={deckLimits.nameLength}
        placeholder={messages.linkNamePlaceholder()}
        error={errorFor(error, 'name')}
        onInput={setName}
      />
      <Field label={messages.expiry()}>
        {(attributes) => (
          <select
            {...attributes}
            value={days ?? ''}
            onChange={(event) => setDays(Number(event.currentTarget.value) || undefined)}
          >
            <option value="">{messages.never()}</option>
            {lifetimes.map((one) => (
              <option key={one} value={one}>
                {messages.days({ days: one })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormError error={error} than={['name']} />
    </Dialog>
  )
}
