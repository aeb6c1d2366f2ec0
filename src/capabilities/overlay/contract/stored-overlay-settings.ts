import { schemasOf } from '../../../definitions/setting-fields.ts'
import { list, object, oneOf, type Static, text, withDefault } from '../../../kernel/schema/schema.ts'
import { shownKinds } from './cues.ts'
import { overlaySettingFields } from './overlay-settings.ts'

/** A link that shows some kinds of items only, for a scene of its own in OBS. Pages do not get this list. */
const sceneLink = object({
  name: text({ min: 1, max: 60, cleaning: 'line', description: 'The name of the scene.' }),
  kinds: list(oneOf(shownKinds), { min: 1, max: shownKinds.length, description: 'What its page shows.' }),
})
export type SceneLink = Static<typeof sceneLink>
export const maxSceneLinks = 20

/** What is stored, and what the panel sends. */
export const overlaySettingsSchema = object({
  ...schemasOf(overlaySettingFields),
  scene_links: withDefault(list(sceneLink, { max: maxSceneLinks }), []),
})
