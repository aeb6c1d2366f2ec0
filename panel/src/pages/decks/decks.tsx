import './decks.css'
import { useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useNextPage } from '../../ui/lists/use-next-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { DeckEditor } from './deck-editor.tsx'
import type { DeckEntry } from './draft.ts'
import { deckMessages as messages } from './messages.ts'

/** The list of decks, with the editor of one. */
export function Decks() {
  const goOn = useNextPage()
  const { params } = useRoute()
  const changes = useLogCount('deck', 'key')
  const { value, error, reload } = useLoaded(() => call('list-decks', {}), [changes])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const isNew = params.id === 'new'
  const id = Number(params.id)
  const isChosen = isNew || Number.isInteger(id)
  return (
    <div class={`width two list-and-editor decks${isChosen ? ' chosen' : ''}`}>
      <Heading title={messages.title()} lead={messages.lead()}>
        {may('owner') && (
          <a class="button primary" href="/phone-deck/new">
            <Icon name="plus" />
            {messages.newDeck()}
          </a>
        )}
      </Heading>
      {value?.decks.length === 0 && !isNew ? (
        <div class="card">
          <Empty title={messages.none()}>
            <p>{messages.noneHelp()}</p>
          </Empty>
        </div>
      ) : (
        <div class="columns">
          <div class="card list">
            {value === undefined ? <Loading rows={3} /> : <Rows decks={value.decks} chosen={id} />}
          </div>
          {isChosen && (
            <div class="detail">
              <DeckEditor
                key={isNew ? 'new' : id}
                id={isNew ? undefined : id}
                changes={changes}
                onDone={(next) => {
                  void reload()
                  goOn(next === undefined ? '/phone-deck' : `/phone-deck/${next}`)
                }}
              />
            </div>
          )}
        </div>
      )}
      {!isChosen && (
        <p>
          <a href="/settings/platforms">{messages.otherDecks()}</a>
        </p>
      )}
    </div>
  )
}

function Rows({ decks, chosen }: { decks: readonly DeckEntry[]; chosen: number }) {
  return (
    <ul class="link-rows deck-rows">
      {decks.map(({ id, name, buttons }) => (
        <li key={id} aria-current={id === chosen || undefined}>
          <a href={`/phone-deck/${id}`}>
            <b class="cut">{name}</b>
            <span class="faint small figure">{messages.buttonCount({ count: buttons })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
