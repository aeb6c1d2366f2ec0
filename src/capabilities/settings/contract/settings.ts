import { defineSetting } from '../../../definitions/define-setting.ts'
import { object, oneOf, withDefault } from '../../../kernel/schema/schema.ts'
import { languages, shippedLanguages } from '../../../kernel/text/languages.ts'

/** Each language by its own name: whoever reads one finds it. */
const titles = Object.fromEntries(shippedLanguages.map((language) => [language, languages[language].name])) as Readonly<
  Record<(typeof shippedLanguages)[number], string>
>

export const languageSettings = defineSetting({
  name: 'language',
  section: 'channel',
  title: 'Language of the channel',
  help: 'What viewers read: replies of the bot, texts on the overlay, Discord. The panel has the language of each person.',
  role: 'editor',
  schema: object({
    language: withDefault(oneOf(shippedLanguages, { title: 'Language', titles }), 'en'),
  }),
})
