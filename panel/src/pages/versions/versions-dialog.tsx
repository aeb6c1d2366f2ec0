import './versions.css'
import { useState } from 'preact/hooks'
import type { VersionedKind } from '../../../../src/capabilities/versions/contract/kinds.ts'
import { nameOfActor } from '../../actor-names.ts'
import { type Answer, type Calls, call } from '../../api.ts'
import { wholeTime } from '../../format.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Empty, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { differences } from './differences.ts'
import { versionMessages } from './messages.ts'

type Version = Answer<'list-versions'>['versions'][number]
type Content = Version['content']

interface VersionsProps {
  readonly kind: VersionedKind
  readonly id: number
  readonly onClose: () => void
}

/** What a thing was before each of its last saves, beside what it is now. */
export function VersionsDialog({ kind, id, onClose }: VersionsProps) {
  const { value, error, reload } = useLoaded(() => call('list-versions', { kind, id }), [kind, id])
  const [chosen, setChosen] = useState<number>()
  const version = value?.versions.find((one) => one.id === chosen) ?? value?.versions[0]

  async function restore(content: Content, before: Content): Promise<void> {
    await save(kind, id, content)
    onClose()
    showToast(versionMessages.restored(), 'go', () => save(kind, id, before))
  }

  return (
    <Dialog
      title={versionMessages.title()}
      onClose={onClose}
      wide
      {...(value !== undefined &&
        version !== undefined && {
          submit: versionMessages.restore(),
          onSubmit: () => void attempt(() => restore(version.content, value.current.content)),
        })}
    >
      {value === undefined && error === undefined && <Loading rows={4} />}
      {error !== undefined && <LoadError error={error} onRetry={() => void reload()} />}
      {value !== undefined && version === undefined && (
        <Empty title={versionMessages.none()}>{versionMessages.noneHelp()}</Empty>
      )}
      {value !== undefined && version !== undefined && (
        <>
          <label class="field">
            <span>{versionMessages.version()}</span>
            <select value={String(version.id)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
              {value.versions.map((one) => (
                <option key={one.id} value={String(one.id)}>
                  {titleOf(one)}
                </option>
              ))}
            </select>
          </label>
          <Comparison version={version.content} current={value.current.content} />
        </>
      )}
    </Dialog>
  )
}

function Comparison({ version, current }: { version: Content; current: Content }) {
  const rows = differences(version, current)
  if (rows.length === 0) return <p class="soft">{versionMessages.same()}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard reaches it
    <section class="versions" tabIndex={0} aria-label={versionMessages.differences()}>
      <table>
        <thead>
          <tr>
            <th scope="col">{versionMessages.field()}</th>
            <th scope="col">{versionMessages.before()}</th>
            <th scope="col">{versionMessages.now()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
              </th>
              <td>{before ?? <span class="faint">{versionMessages.absent()}</span>}</td>
              <td>{after ?? <span class="faint">{versionMessages.absent()}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function titleOf({ actor, saved_at: at }: Version): string {
  if (at === null || actor === null) return versionMessages.oldest()
  return versionMessages.savedBy({ time: wholeTime(at), name: nameOfActor(actor) })
}

/** A version is restored by saving it, so that every check of a save holds. */
function save(kind: VersionedKind, id: number, content: Content): Promise<unknown> {
  return call(`save-${kind}`, { id, ...content } as never as Calls[`save-${VersionedKind}`]['input'])
}
