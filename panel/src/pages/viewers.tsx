import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { platforms } from '../../../src/contract/platforms.ts'
import { type Answer, call, Trouble, troubleFor } from '../api.ts'
import { clockOrDay, minutes, number, wholeTime } from '../format.ts'
import { may, now } from '../state.ts'
import { Field } from '../ui/field.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Heading, TroubleNote, useLoaded } from '../ui/parts.tsx'
import { say } from '../ui/toasts.tsx'
import { words } from '../words/words.ts'

type Entry = Answer<'list-viewers'>['viewers'][number]
type Platform = (typeof platforms)[number]
type Board = 'points' | 'watch'
const modes = ['add', 'remove', 'set'] as const

export function Viewers() {
  const { route, query } = useLocation()
  const [platform, setPlatform] = useState<Platform>('kick')
  const [search, setSearch] = useState('')
  const [by, setBy] = useState<Board>('points')
  const { value, trouble, reload } = useLoaded(
    () => call('list-viewers', { platform, by, ...(search.trim() === '' ? {} : { search: search.trim() }) }),
    [platform, by, search],
  )
  const chosen = query.viewer === undefined ? undefined : Number(query.viewer)
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  const pick = (id: number) => `/panel/viewers?viewer=${id}`

  return (
    <div class={`width two${chosen === undefined ? '' : ' chosen'}`}>
      <Heading title={words.viewers.title} lead={words.viewers.lead} />
      <div class="row wrap filters">
        <input
          type="search"
          aria-label={words.viewers.search}
          placeholder={words.viewers.search}
          value={search}
          autocomplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <select
          aria-label={words.viewers.platform}
          value={platform}
          onChange={(event) => setPlatform(event.currentTarget.value as Platform)}
        >
          {platforms.map((one) => (
            <option key={one} value={one}>
              {words.platforms[one]}
            </option>
          ))}
        </select>
        <fieldset class="tabs">
          <legend class="out-of-sight">{words.viewers.rank}</legend>
          {(['points', 'watch'] as const).map((board) => (
            <button key={board} type="button" aria-pressed={by === board} onClick={() => setBy(board)}>
              {board === 'points' ? words.viewers.byPoints : words.viewers.byWatch}
            </button>
          ))}
        </fieldset>
        {value !== undefined && <span class="faint small figure">{words.viewers.total(number(value.total))}</span>}
      </div>
      <div class="columns">
        <div class="card list scroll">
          {value?.viewers.length === 0 ? (
            <p class="empty soft">{search === '' ? words.viewers.nobody : words.viewers.none}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.viewers.name}</th>
                  <th scope="col" class="number">
                    {words.viewers.points}
                  </th>
                  <th scope="col" class="number">
                    {words.viewers.watch}
                  </th>
                  <th scope="col" class="number wide-only">
                    {words.viewers.messages}
                  </th>
                </tr>
              </thead>
              <tbody>
                {value?.viewers.map((viewer) => (
                  <tr
                    key={viewer.id}
                    class="pickable"
                    aria-current={viewer.id === chosen || undefined}
                    onClick={() => route(pick(viewer.id))}
                  >
                    <td class="cut name">
                      <a href={pick(viewer.id)}>{viewer.displayname}</a>
                    </td>
                    <td class="number">{number(viewer.points)}</td>
                    <td class="number">{minutes(viewer.watch_minutes)}</td>
                    <td class="number soft wide-only">{number(viewer.message_count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        <div class="detail">
          {chosen === undefined ? (
            <div class="card">
              <p class="empty soft">{words.viewers.pick}</p>
            </div>
          ) : (
            <ViewerDetail key={chosen} id={chosen} onChanged={reload} />
          )}
        </div>
      </div>
    </div>
  )
}

function ViewerDetail({ id, onChanged }: { id: number; onChanged: () => Promise<void> }) {
  const { value, trouble, reload } = useLoaded(() => call('get-viewer', { viewer_id: id }), [id])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  if (value === undefined) return <div class="card" />
  const { viewer, ledger } = value
  return (
    <div class={`card edge ${viewer.platform}`}>
      <header>
        <a class="button quiet icon small narrow-only" href="/panel/viewers" aria-label={words.viewers.back}>
          <Glyph name="back" />
        </a>
        <h2 class="cut grow">{viewer.displayname}</h2>
        <span class="faint small">{words.platforms[viewer.platform]}</span>
      </header>
      <dl class="figures inside">
        <Figure word={words.viewers.points} value={number(viewer.points)} />
        <Figure word={words.viewers.coin} value={number(viewer.coin)} />
        <Figure word={words.viewers.watch} value={minutes(viewer.watch_minutes)} />
        <Figure word={words.viewers.messages} value={number(viewer.message_count)} />
      </dl>
      {may('moderator') && (
        <Adjust
          viewer={viewer}
          onDone={async () => {
            await reload()
            await onChanged()
          }}
        />
      )}
      <section class="part">
        <h2>{words.viewers.ledger}</h2>
        {ledger.length === 0 ? (
          <p class="faint small">{words.viewers.noLedger}</p>
        ) : (
          <table class="flat">
            <thead>
              <tr>
                <th scope="col">{words.activity.when}</th>
                <th scope="col">{words.viewers.reason}</th>
                <th scope="col" class="number">
                  {words.viewers.change}
                </th>
                <th scope="col" class="number">
                  {words.viewers.balance}
                </th>
              </tr>
            </thead>
            <tbody>
              {ledger.map(({ seq, at, reason, delta, balance }) => (
                <tr key={seq}>
                  <td class="soft">
                    <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
                      {clockOrDay(at, now.value)}
                    </time>
                  </td>
                  <td class="cut reason">{reason}</td>
                  <td class="number">{delta > 0 ? `+${number(delta)}` : number(delta)}</td>
                  <td class="number">{number(balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  )
}

function Figure({ word, value }: { word: string; value: string }) {
  return (
    <div>
      <dt class="faint small">{word}</dt>
      <dd class="figure">{value}</dd>
    </div>
  )
}

function Adjust({ viewer, onDone }: { viewer: Entry; onDone: () => Promise<void> }) {
  const [mode, setMode] = useState<(typeof modes)[number]>('add')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<Trouble>()
  async function adjust(): Promise<void> {
    try {
      const { points } = await call('adjust-points', { viewer_id: viewer.id, mode, amount: Number(amount), reason })
      say(words.viewers.adjusted(viewer.displayname, number(points)))
      setAmount('')
      setReason('')
      setTrouble(undefined)
      await onDone()
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }
  const isPlaced = ['amount', 'reason'].some((field) => troubleFor(trouble, field) !== undefined)
  return (
    <form
      class="part"
      onSubmit={(event) => {
        event.preventDefault()
        void adjust()
      }}
    >
      <div class="adjust">
        <Field label={words.viewers.mode}>
          {(attributes) => (
            <select
              {...attributes}
              value={mode}
              onChange={(event) => setMode(event.currentTarget.value as typeof mode)}
            >
              {modes.map((one) => (
                <option key={one} value={one}>
                  {words.viewers.modes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.viewers.amount} trouble={troubleFor(trouble, 'amount')}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="numeric"
              value={amount}
              autocomplete="off"
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={words.viewers.reason} trouble={troubleFor(trouble, 'reason')}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={reason}
              maxLength={200}
              autocomplete="off"
              placeholder={words.viewers.reasonPlaceholder}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button">
          {words.viewers.adjust}
        </button>
      </div>
      {trouble !== undefined && !isPlaced && (
        <p class="trouble small" role="alert">
          {trouble.message}
        </p>
      )}
    </form>
  )
}
