import { useState } from 'preact/hooks'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { nameOfActor } from '../../actor-names.ts'
import { call } from '../../api.ts'
import { clockOrDay, listed, wholeTime } from '../../format.ts'
import { actorNames, now, wantActorNames } from '../../state.ts'
import { useLogPages } from '../../ui/lists/use-log-pages.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, LoadError } from '../../ui/parts.tsx'
import { fold } from '../activity/fold-events.ts'
import { auditKinds, auditMessages } from './audit-messages.ts'

/** Who changed what: live at the top, older entries on demand. */
export function AuditSection() {
  const [actor, setActor] = useState('')
  const [kind, setKind] = useState('')
  const {
    events: entries,
    next,
    error,
    show,
  } = useLogPages(
    async (before) => {
      const wanted = { ...(actor === '' ? {} : { actor }), ...(kind === '' ? {} : { kind }) }
      const answer = await call('list-audit', { ...wanted, ...before })
      return { events: answer.entries, next: answer.next_before }
    },
    (event) => {
      const isPerson = event.actor === 'cli' || event.actor.startsWith('person:')
      return isPerson && (actor === '' || event.actor === actor) && event.kind.startsWith(kind)
    },
    [actor, kind],
  )

  wantActorNames()
  const people = [...actorNames.value].filter(([id]) => id.startsWith('person:'))
  return (
    <>
      <div class="row wrap filters">
        <select
          aria-label={auditMessages.person()}
          value={actor}
          onChange={(event) => setActor(event.currentTarget.value)}
        >
          <option value="">{auditMessages.everyone()}</option>
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="cli">{auditMessages.terminal()}</option>
        </select>
        <select aria-label={auditMessages.type()} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          <option value="">{auditMessages.allChanges()}</option>
          {Object.entries(auditKinds).map(([start, title]) => (
            <option key={start} value={start}>
              {title()}
            </option>
          ))}
        </select>
      </div>
      <section class="card">
        {entries === undefined && error === undefined && <Loading rows={10} />}
        {error !== undefined && <LoadError error={error} onRetry={() => void show()} />}
        {entries?.length === 0 && next === null && <Empty title={auditMessages.none()} />}
        <ol class="audit-entries">
          {fold(entries ?? []).map((entry) => (
            <li key={entry.seq}>
              <details>
                <summary>
                  <time dateTime={new Date(entry.at).toISOString()} title={wholeTime(entry.at)}>
                    {clockOrDay(entry.at, now.value)}
                  </time>
                  <b class="cut">{nameOfActor(entry.actor)}</b>
                  <span class="cut grow">{eventRegistry.sentenceOf(entry)}</span>
                  <span class="faint small wide-only">
                    {listed(entry.platforms.map((platform) => platformTitles[platform]))}
                  </span>
                </summary>
                <pre class="json">{JSON.stringify({ ...entry.data, request_id: entry.requestId }, null, 2)}</pre>
              </details>
            </li>
          ))}
        </ol>
        {next !== null && (
          <p class="inside">
            <button type="button" class="button" onClick={() => void show(next)}>
              {auditMessages.more()}
            </button>
          </p>
        )}
      </section>
    </>
  )
}
