import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

/** `/overlay` is the page that OBS shows, so the panel's page about it has another address. */
export const overlayPage = definePage({
  name: 'overlay',
  path: '/overlays',
  title: commonWords.overlay,
  place: 'overlay',
  icon: 'overlay',
  shortcut: 'o',
  neededBy: 'moderator',
  inPhoneBar: true,
})
