import { capitalized, inWords } from '../../../../src/kernel/text/error-words.ts'
import type { ChangedField } from '../../drafts.ts'
import { listed } from '../../format.ts'
import { draftMessages } from '../../messages/drafts.ts'

export interface NoticeProps {
  readonly meanwhile: readonly ChangedField[]
  readonly decide: (whose: 'theirs' | 'mine') => void
  /** The name of a field as its form shows it. */
  readonly labelOf?: ((field: string) => string | undefined) | undefined
}

/** Somebody else saved while this form was edited: both versions of each field, and which one to go on with. */
export function ChangedMeanwhileNotice({ meanwhile, decide, labelOf }: NoticeProps) {
  const both = meanwhile.filter(({ isBoth }) => isBoth)
  const others = meanwhile.filter(({ isBoth }) => !isBoth)
  const nameOf = (field: string) => labelOf?.(field) ?? capitalized(inWords(field))
  return (
    <section class="meanwhile" role="alert" aria-label={draftMessages.meanwhile()}>
      <p>
        <span class="light standby">{draftMessages.meanwhile()}</span>
      </p>
      {others.length > 0 && (
        <p class="small soft">{draftMessages.taken({ fields: listed(others.map(({ name }) => nameOf(name))) })}</p>
      )}
      {both.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{draftMessages.field()}</th>
              <th scope="col">{draftMessages.theirs()}</th>
              <th scope="col">{draftMessages.yours()}</th>
            </tr>
          </thead>
          <tbody>
            {both.map(({ name, theirs, yours }) => (
              <tr key={name}>
                <th scope="row">{nameOf(name)}</th>
                <td>
                  <pre>{textOf(theirs)}</pre>
                </td>
                <td>
                  <pre>{textOf(yours)}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="row wrap">
        {both.length > 0 && (
          <button type="button" class="button small" data-local onClick={() => decide('theirs')}>
            {draftMessages.useTheirs()}
          </button>
        )}
        <button type="button" class="button small" data-local onClick={() => decide('mine')}>
          {both.length > 0 ? draftMessages.useYours() : draftMessages.understood()}
        </button>
      </div>
    </section>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return draftMessages.empty()
  if (typeof value === 'boolean') return value ? draftMessages.on() : draftMessages.off()
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('\n')
  return JSON.stringify(value, null, 2)
}
