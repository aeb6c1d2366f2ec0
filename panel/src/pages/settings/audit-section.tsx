import { useEffect, useState } from 'preact/hooks'
import { type Answer, call, Trouble } from '../../api.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { onLog } from '../../live.ts'
import { actorNames, now } from '../../state.ts'
import { Empty, TroubleNote } from '../../ui/parts.tsx'
import { nameOfActor, sentenceOf } from '../../words/event-words.ts'
import { settingsWords } from '../../words/settings-words.ts'

type Deed = Answer<'list-audit'>['deeds'][number]
const say = settingsWords.audit

/** Who changed what. Live, with older deeds below. */
export function AuditSection() {
  const [actor, setActor] = useState('')
  const [kind, setKind] = useState('')
  const [deeds, setDeeds] = useState<readonly Deed[]>()
  const [next, setNext] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble>()

  async function read(before?: number): Promise<void> {
    try {
      const answer = await call('list-audit', {
        ...(actor === '' ? {} : { actor }),
        ...(kind === '' ? {} : { kind }),
        ...(before === undefined ? {} : { before }),
      })
      setDeeds((known) => (before === undefined ? answer.deeds : [...(known ?? []), ...answer.deeds]))
      setNext(answer.next_before)
      setTrouble(undefined)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }

  useEffect(() => {
    void read()
    return onLog((event) => {
      const isDeed = event.actor === 'cli' || event.actor.startsWith('person:')
      if (!isDeed || (actor !== '' && event.actor !== actor) || !event.kind.startsWith(kind)) return
      setDeeds((known) => (known?.some(({ seq }) => seq === event.seq) ? known : [event, ...(known ?? [])]))
    })
  }, [actor, kind])

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
        {trouble !== undefined && <TroubleNote trouble={trouble} onRetry={() => void read()} />}
        {deeds?.length === 0 && next === null && <Empty title={say.none} />}
        <ol class="deeds">
          {deeds?.map((deed) => (
            <li key={deed.seq}>
              <details>
                <summary>
                  <time dateTime={new Date(deed.at).toISOString()} title={wholeTime(deed.at)}>
                    {clockOrDay(deed.at, now.value)}
                  </time>
                  <b class="cut">{nameOfActor(deed.actor)}</b>
                  <span class="cut grow">{sentenceOf(deed)}</span>
                </summary>
                <pre class="json">{JSON.stringify({ ...deed.data, request_id: deed.requestId }, null, 2)}</pre>
              </details>
            </li>
          ))}
        </ol>
        {next !== null && (
          <p class="inside">
            <button type="button" class="button" onClick={() => void read(next)}>
              {say.more}
            </button>
          </p>
        )}
      </section>
    </>
  )
}
