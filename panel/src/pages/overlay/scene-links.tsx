import { useState } from 'preact/hooks'
import { type ShownKind, shownKinds } from '../../../../src/contract/overlay-messages.ts'
import { overlaySettingFields } from '../../../../src/contract/overlay-settings.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Secret } from '../../ui/copy.tsx'
import { messages } from './messages.ts'

const { fields } = overlaySettingFields.positions.control

/** A link that shows some kinds of items only, for a scene of its own in OBS. */
export function SceneLinks() {
  const [kinds, setKinds] = useState<readonly ShownKind[]>([])
  const [link, setLink] = useState<string>()
  const only = kinds.length === 0 ? '' : `&only=${kinds.join(',')}`
  const create = () => attempt(async () => setLink((await call('get-overlay-link', {})).link))
  const toggle = (kind: ShownKind, isOn: boolean) =>
    setKinds(shownKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))))
  return (
    <details class="card">
      <summary>
        <h2>{messages.sceneLinks()}</h2>
      </summary>
      <div class="inside stack tight">
        <p class="soft small">{messages.sceneLinksHelp()}</p>
        <fieldset aria-label={messages.items()}>
          <div class="row wrap checks">
            {shownKinds.map((kind) => (
              <label key={kind} class="row">
                <input
                  type="checkbox"
                  checked={kinds.includes(kind)}
                  onChange={(event) => toggle(kind, event.currentTarget.checked)}
                />
                {fields[kind].title()}
              </label>
            ))}
          </div>
        </fieldset>
        {link !== undefined && kinds.length > 0 && (
          <>
            <Secret text={`${link}${only}`} />
            <div class="row">
              <a class="button" href={`${link}${only}`} target="_blank" rel="noopener">
                {messages.openLink()}
              </a>
            </div>
          </>
        )}
        {may('editor') && link === undefined && (
          <div class="row">
            <button type="button" class="button" disabled={kinds.length === 0} onClick={() => void create()}>
              {messages.createSceneLink()}
            </button>
          </div>
        )}
      </div>
    </details>
  )
}
