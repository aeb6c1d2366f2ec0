import '../../ui/forms/setting-field.css'
import { useState } from 'preact/hooks'
import { type ShownKind, shownKinds } from '../../../../src/capabilities/overlay/contract/cues.ts'
import { overlaySettingFields } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { maxSceneLinks, type SceneLink } from '../../../../src/capabilities/overlay/contract/stored-overlay-settings.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Secret } from '../../ui/copy.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OverlayDraft } from './draft.ts'
import { messages } from './messages.ts'

const { fields } = overlaySettingFields.positions.control

interface LinksProps {
  readonly draft: OverlayDraft
  readonly onChange: (draft: OverlayDraft) => void
  readonly disabled: boolean
}

/** Overlays that show some kinds of items only, each for a scene of its own in OBS. */
export function SceneLinks({ draft, onChange, disabled }: LinksProps) {
  const [link, setLink] = useState<string>()
  const { scene_links: links } = draft
  const set = (next: readonly SceneLink[]) => onChange({ ...draft, scene_links: next })
  const replace = (at: number, next: SceneLink) => set(links.map((one, index) => (index === at ? next : one)))
  const reveal = () => attempt(async () => setLink((await call('get-overlay-link', {})).link))
  const add = () => {
    set([...links, { name: messages.sceneName({ number: links.length + 1 }), kinds: ['event-alert', 'donation'] }])
  }
  return (
    <details class="card">
      <summary>
        <h2>{messages.sceneLinks()}</h2>
      </summary>
      <fieldset class="inside stack" disabled={disabled} aria-label={messages.sceneLinks()}>
        <p class="soft small">{messages.sceneLinksHelp()}</p>
        {links.map((one, index) => (
          <div key={index} class="scene-link stack tight">
            <div class="row">
              <TextField
                label={messages.sceneLabel()}
                value={one.name}
                maxLength={60}
                onInput={(name) => replace(index, { ...one, name })}
              />
              <IconButton
                icon="trash"
                label={messages.removeScene({ name: one.name })}
                onClick={() => set(links.filter((_link, at) => at !== index))}
              />
            </div>
            <Kinds one={one} onChange={(next) => replace(index, next)} />
            {link !== undefined && <SceneAddress address={`${link}&only=${one.kinds.join(',')}`} />}
          </div>
        ))}
        <div class="row wrap">
          {links.length < maxSceneLinks && (
            <button type="button" class="button small" onClick={add}>
              <Icon name="plus" />
              {messages.addScene()}
            </button>
          )}
          {may('editor') && links.length > 0 && link === undefined && (
            <button type="button" class="button small" onClick={() => void reveal()}>
              {messages.showSceneLinks()}
            </button>
          )}
        </div>
      </fieldset>
    </details>
  )
}

/** At least one kind is always chosen: a page without any would show everything. */
function Kinds({ one, onChange }: { one: SceneLink; onChange: (one: SceneLink) => void }) {
  const toggle = (kind: ShownKind, isOn: boolean) => {
    const kinds = shownKinds.filter((other) => (other === kind ? isOn : one.kinds.includes(other)))
    if (kinds.length > 0) onChange({ ...one, kinds })
  }
  return (
    <fieldset aria-label={messages.itemsOf({ name: one.name })}>
      <div class="row wrap checks">
        {shownKinds.map((kind) => (
          <label key={kind} class="row">
            <input
              type="checkbox"
              checked={one.kinds.includes(kind)}
              onChange={(event) => toggle(kind, event.currentTarget.checked)}
            />
            {fields[kind].title()}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SceneAddress({ address }: { address: string }) {
  return (
    <>
      <Secret text={address} />
      <div>
        <a class="button small" href={address} target="_blank" rel="noopener">
          {messages.openLink()}
        </a>
      </div>
    </>
  )
}
