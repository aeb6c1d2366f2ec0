import './keys.css'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { NothingSelected } from '../../ui/lists/nothing-selected.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Ago, Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { KeyDetail } from './key-detail.tsx'
import { type KeyEntry, KeyLight } from './key-status.tsx'
import { keyMessages } from './messages.ts'
import { NewKey } from './new-key.tsx'

export function Keys() {
  const { route, query } = useLocation()
  const { params } = useRoute()
  const { value, error, reload } = useLoaded(() => call('list-keys', {}), [])
  const [making, setMaking] = useState('new' in query)
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  const chosen = value?.keys.find(({ id }) => id === params.id)

  return (
    <div class={`width two${chosen === undefined ? '' : ' chosen'}`}>
      <Heading title={keyMessages.title()} lead={keyMessages.lead()}>
        {may('owner') && (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" />
            {keyMessages.newKey()}
          </button>
        )}
      </Heading>
      {value === undefined && <Loading />}
      {value !== undefined && value.keys.length === 0 && (
        <div class="card">
          <Empty title={keyMessages.none()}>
            <p>{keyMessages.noneHelp()}</p>
          </Empty>
        </div>
      )}
      {value !== undefined && value.keys.length > 0 && (
        <div class="columns">
          <div class="card list scroll">
            <KeyTable keys={value.keys} scopeCount={value.scopes.length} chosen={params.id} />
          </div>
          <div class="detail">
            {chosen === undefined ? (
              <NothingSelected icon="keys">{keyMessages.choose()}</NothingSelected>
            ) : (
              <KeyDetail key={chosen.id} entry={chosen} scopeCount={value.scopes.length} onChanged={reload} />
            )}
          </div>
        </div>
      )}
      {making && value !== undefined && (
        <NewKey
          scopes={value.scopes}
          onClose={(id) => {
            setMaking(false)
            void reload()
            if (id !== undefined) route(`/developer/keys/${id}`)
            else if ('new' in query) route('/developer/keys', true)
          }}
        />
      )}
    </div>
  )
}

interface TableProps {
  readonly keys: readonly KeyEntry[]
  readonly scopeCount: number
  readonly chosen: string | undefined
}

function KeyTable({ keys, scopeCount, chosen }: TableProps) {
  const { route } = useLocation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{keyMessages.name()}</th>
          <th scope="col" class="wide-only">
            {keyMessages.key()}
          </th>
          <th scope="col" class="wide-only">
            {keyMessages.scopes()}
          </th>
          <th scope="col">{keyMessages.status()}</th>
          <th scope="col" class="number">
            {keyMessages.lastUsed()}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr
            key={key.id}
            class="pickable"
            aria-current={key.id === chosen || undefined}
            onClick={() => route(`/developer/keys/${key.id}`)}
          >
            <td class="cut name">
              <a href={`/developer/keys/${key.id}`}>{key.name}</a>{' '}
              {key.is_test && <span class="tag lamp">{keyMessages.test()}</span>}
            </td>
            <td class="wide-only">
              <code class="soft">{key.shown}</code>
            </td>
            <td class="soft wide-only">
              {key.scopes.length === scopeCount
                ? keyMessages.allScopes()
                : keyMessages.scopeCount({ count: key.scopes.length })}
            </td>
            <td>
              <KeyLight entry={key} />
            </td>
            <td class="number soft">
              {key.last_used_at === null ? keyMessages.neverUsed() : <Ago at={key.last_used_at} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
