import { commonMessages } from '../messages/common.ts'
import { barMessages, navigationMessages } from '../messages/shell.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { TestMode } from './bar.tsx'
import type { RailPlace } from './navigation.ts'
import { openPalette } from './palette.tsx'

/** The places that have no room in the rail, or in the bar of a phone. */
export function MorePlaces({ places, onClose }: { places: readonly RailPlace[]; onClose: () => void }) {
  return (
    <Dialog title={navigationMessages.more()} onClose={onClose} submit={commonMessages.close()}>
      <ul class="places">
        {places.map(({ path, icon, title }) => (
          <li key={path}>
            <a class="button" href={path} onClick={onClose}>
              <Icon name={icon} />
              {title}
            </a>
          </li>
        ))}
        <li class="narrow-only">
          <TestMode />
        </li>
        <li>
          <button
            type="button"
            class="button"
            onClick={() => {
              onClose()
              openPalette()
            }}
          >
            <Icon name="search" />
            {barMessages.search()}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
