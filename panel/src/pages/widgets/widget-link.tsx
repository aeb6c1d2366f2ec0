import '../../ui/forms/setting-field.css'
import { useState } from 'preact/hooks'
import type { WidgetPlace } from '../../../../src/capabilities/widgets/contract/widget-place.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { SecretLink } from '../../ui/copy.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { messages } from './messages.ts'
import { pixelsOf } from './shape.ts'

interface LinkProps {
  readonly id: number
  readonly place: WidgetPlace
  readonly isApart: boolean
  readonly onChange: (isApart: boolean) => void
}

/** The link that shows this widget alone, hidden until it is asked for. */
export function WidgetLink({ id, place, isApart, onChange }: LinkProps) {
  const [link, setLink] = useState<string>()
  const reveal = () => attempt(async () => setLink(`${(await call('get-overlay-link', {})).link}&only=widget-${id}`))
  const size = pixelsOf(place)
  return (
    <details>
      <summary>{messages.link()}</summary>
      <div class="stack tight">
        <Switch label={messages.ownLink()} checked={isApart} onChange={onChange} />
        <p class="faint small under-switch">{isApart ? messages.ownLinkHelp(size) : messages.linkHelp(size)}</p>
        {link !== undefined && <SecretLink link={link} />}
        {may('editor') && link === undefined && (
          <div>
            <button type="button" class="button small" onClick={() => void reveal()}>
              {messages.reveal()}
            </button>
          </div>
        )}
      </div>
    </details>
  )
}
