import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { auditKinds, auditMessages } from '../../messages/settings-audit.ts'
import { actorNames, now } from '../../state.ts'
import { Loading } from '../../ui/loading.tsx'
import { Empty, TroubleNote } from '../../ui/parts.tsx'
import { useLogPages } from '../../ui/use-log-pages.ts'
import { nameOfActor, sentenceOf } from '../../words/event-words.ts'
import { words } from '../../words/words.ts'
import { fold } from '../activity/event-row.tsx'

/** Who changed what. Live, with older deeds below. */
export function AuditSection() {
  const [actor, setActor] = useState('')
  const [kind, setKind] = useState('')
  const {
    events: deeds,
    next,
    trouble,
    show,
  } = useLogPages(
    async (before) => {
      const wanted = { ...(actor === '' ? {} : { actor }), ...(kind === '' ? {} : { kind }) }
      const answer = await call('list-audit', { ...wanted, ...before })
      return { events: answer.deeds, next: answer.next_before }
    },
    (event) => {
      const isDeed = event.actor === 'cli' || event.actor.startsWith('person:')
      return isDeed && (actor === '' || event.actor === actor) && event.kind.startsWith(kind)
    },
    [actor, kind],
  )

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
        {deeds === undefined && trouble === undefined && <Loading rows={10} />}
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void show()} />}
        {deeds?.length === 0 && next === null && <Empty title={auditMessages.none()} />}
        <ol class="deeds">
          {fold(deeds ?? []).map((deed) => (
            <li key={deed.seq}>
              <details>
                <summary>
                  <time dateTime={new Date(deed.at).toISOString()} title={wholeTime(deed.at)}>
                    {clockOrDay(deed.at, now.value)}
                  </time>
                  <b class="cut">{nameOfActor(deed.actor)}</b>
                  <span class="cut grow">{sentenceOf(deed)}</span>
                  <span class="faint small wide-only">
                    {deed.platforms.map((platform) => words.platforms[platform]).join(', ')}
                  </span>
                </summary>
                <pre class="json">{JSON.stringify({ ...deed.data, request_id: deed.requestId }, null, 2)}</pre>
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
