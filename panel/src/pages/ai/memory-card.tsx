import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Ago, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { aiMessages } from './messages.ts'

/** What the bot remembers, newest first. */
export function MemoryCard({ changes }: { changes: number }) {
  const { value, error, reload, act } = useLoaded(() => call('list-ai-memory', {}), [changes])
  const [isClearing, setClearing] = useState(false)
  return (
    <section class="card memory" aria-label={aiMessages.memory()}>
      <header class="head">
        <div class="grow">
          <h2>{aiMessages.memory()}</h2>
          {value !== undefined && <p class="faint small">{aiMessages.remembers({ count: value.total })}</p>}
        </div>
        {may('editor') && value !== undefined && value.total > 0 && (
          <button type="button" class="button danger" onClick={() => setClearing(true)}>
            {aiMessages.clear()}
          </button>
        )}
      </header>
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {value === undefined && error === undefined && <Loading rows={3} />}
      {value?.total === 0 && <p class="inside soft">{aiMessages.nothing()}</p>}
      <ul class="exchanges">
        {value?.exchanges.map(({ id, at, username, question, answer }) => (
          <li key={id}>
            <div class="grow">
              <p>
                <b>{username ?? aiMessages.nobody()}</b> <span class="soft">{question}</span>
              </p>
              <p>{answer}</p>
            </div>
            <span class="faint small">
              <Ago at={at} />
            </span>
            <IconButton
              icon="trash"
              label={aiMessages.forget({ username: username ?? aiMessages.nobody() })}
              onClick={() => void act(() => call('forget-ai', { id }))}
            />
          </li>
        ))}
      </ul>
      {isClearing && (
        <Confirm
          title={aiMessages.clearTitle()}
          help={aiMessages.clearHelp()}
          submit={aiMessages.clear()}
          onClose={() => setClearing(false)}
          onSubmit={() => {
            setClearing(false)
            void act(async () => {
              await call('clear-ai', {})
              showToast(aiMessages.cleared())
            })
          }}
        />
      )}
    </section>
  )
}
