import { useState } from 'preact/hooks'
import { plainSecretHeader } from '../../../src/capabilities/outgoing/contract/header-secrets.ts'
import { secretReference, secretsIn } from '../../../src/capabilities/steps/contract/secrets.ts'
import { type Answer, call } from '../api.ts'
import { may } from '../state.ts'
import { Confirm } from '../ui/confirm.tsx'
import type { FieldAttributes } from '../ui/forms/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Lines } from '../ui/lines.tsx'
import { useLogCount } from '../ui/lists/use-log.ts'
import { Ago, useLoaded } from '../ui/parts.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type EnteredSecret, HeaderSecretDialog } from './header-secret-dialog.tsx'
import { headerSecretMessages as messages } from './header-secret-messages.ts'

type Secret = Answer<'list-header-secrets'>['secrets'][number]
type Opened =
  | { readonly kind: 'edit'; readonly secret: EnteredSecret; readonly line?: number }
  | { readonly kind: 'delete'; readonly secret: Secret }

interface HeadersProps {
  readonly attributes: FieldAttributes
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

/** The headers of a call, one per line, and the secrets of the channel that they can name. */
export function HeadersControl({ attributes, lines, onChange }: HeadersProps) {
  const changed = useLogCount('header-secret')
  const { value, act } = useLoaded(() => call('list-header-secrets', {}), [changed])
  const [opened, setOpened] = useState<Opened>()
  const secrets = value?.secrets ?? []
  const plain = plainSecretHeader(lines)
  const isKnown = (name: string) => secrets.some((one) => one.name === name)
  const missing = value === undefined ? [] : lines.flatMap(secretsIn).filter((name) => !isKnown(name))
  const close = () => setOpened(undefined)

  function saved(name: string, line: number | undefined): void {
    close()
    showToast(messages.saved({ name }))
    if (line !== undefined) onChange(lines.map((one, index) => (index === line ? withSecret(one, name) : one)))
    void act(async () => {})
  }
  function storePlain(): void {
    const line = lines.findIndex((one) => plainSecretHeader([one]) !== undefined)
    const { value: written } = partsOf(lines[line] ?? '')
    setOpened({ kind: 'edit', secret: { name: '', host: '', value: written, isStored: false }, line })
  }

  return (
    <div class="header-secrets">
      <Lines {...attributes} lines={lines} onChange={onChange} />
      {plain !== undefined && (
        <p class="light standby small">
          {messages.plain({ header: plain })}{' '}
          {may('editor') && (
            <button type="button" class="button small" onClick={storePlain}>
              {messages.storePlain()}
            </button>
          )}
        </p>
      )}
      {[...new Set(missing)].map((name) => (
        <p key={name} class="error small">
          {messages.missing({ name })}
        </p>
      ))}
      <section aria-label={messages.title()}>
        <p class="soft small">{messages.help()}</p>
        {value !== undefined && secrets.length === 0 && <p class="faint small">{messages.none()}</p>}
        <ul>
          {secrets.map((secret) => (
            <li key={secret.name} class="row">
              <span class="grow small">
                <code>{secretReference(secret.name)}</code>{' '}
                <span class="faint">
                  {secret.host} · {messages.stored()} <Ago at={secret.set_at} />
                </span>
                {secret.unreadable && <span class="error"> {messages.unreadable()}</span>}
              </span>
              {may('editor') && (
                <>
                  <button
                    type="button"
                    class="button quiet small"
                    aria-label={messages.insertName({ name: secret.name })}
                    onClick={() => onChange([...lines, `Authorization: Bearer ${secretReference(secret.name)}`])}
                  >
                    {messages.insert()}
                  </button>
                  <IconButton
                    icon="edit"
                    label={messages.replace({ name: secret.name })}
                    onClick={() => setOpened({ kind: 'edit', secret: { ...secret, value: '', isStored: true } })}
                  />
                  <IconButton
                    icon="trash"
                    label={messages.deleteName({ name: secret.name })}
                    onClick={() => setOpened({ kind: 'delete', secret })}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        {may('editor') && (
          <button
            type="button"
            class="button small"
            onClick={() => setOpened({ kind: 'edit', secret: { name: '', host: '', value: '', isStored: false } })}
          >
            <Icon name="plus" />
            {messages.add()}
          </button>
        )}
      </section>
      {opened?.kind === 'edit' && (
        <HeaderSecretDialog secret={opened.secret} onClose={close} onSaved={(name) => saved(name, opened.line)} />
      )}
      {opened?.kind === 'delete' && (
        <Confirm
          title={messages.deleteTitle({ name: opened.secret.name })}
          help={messages.deleteHelp()}
          submit={messages.delete()}
          onClose={close}
          onSubmit={() => {
            const { name } = opened.secret
            close()
            void act(async () => {
              await call('delete-header-secret', { name })
              showToast(messages.deleted({ name }))
            })
          }}
        />
      )}
    </div>
  )
}

/** A header as its name, the scheme before a credential, and the credential. */
function partsOf(line: string): { start: string; value: string } {
  const [, start = '', value = ''] = /^([^:]*:\s*(?:(?:Bearer|Basic|Token|Bot|ApiKey)\s+)?)(.*)$/i.exec(line) ?? []
  return { start, value }
}

function withSecret(line: string, name: string): string {
  return `${partsOf(line).start}${secretReference(name)}`
}
