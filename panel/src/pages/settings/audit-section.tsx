import { useState } from 'preact/hooks'
import { eventRegistry } from '../../../../src/contract/event-registry.ts'
import { nameOfActor } from '../../actor-names.ts'
import { call } from '../../api.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { actorNames, now } from '../../state.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, TroubleNote } from '../../ui/parts.tsx'
import { useLogPages } from '../../ui/use-log-pages.ts'
import { settingsWords } from '../../words/settings-words.ts'
import { words } from '../../words/words.ts'
import { fold } from '../event-row.tsx'

const say = settingsWords.audit

/** Who changed what. Live, with older entries below. */
export function AuditSection() {
  const [actor, setActor] = useState('')
  const [kind, setKind] = useState('')
  const {
    events: entries,
    next,
    trouble,
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

  const people = [...actorNames.value].filter(([id]) => id.startsWith('person:'))
  return (
    <>
      <div class="row wrap filters">
        <select aria-label={say.who} value={actor} onChange={(event) => setActor(event.currentTarget.value)}>
          <option value="">{say.anyone}</option>
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="cli">{say.terminal}</option>
        </select>
        <select aria-label={say.what} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          <option value="">{say.anything}</option>
          {Object.entries(say.kinds).map(([start, word]) => (
            <option key={start} value={start}>
              {word}
            </option>
          ))}
        </select>
      </div>
      <section class="card">
        {entries === undefined && trouble === undefined && <Loading rows={10} />}
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void show()} />}
        {entries?.length === 0 && next === null && <Empty title={say.none} />}
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
                    {entry.platforms.map((platform) => words.platforms[platform]).join(', ')}
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
              {say.more}
            </button>
          </p>
        )}
      </section>
    </>
  )
}
