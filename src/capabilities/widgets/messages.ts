import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of widgets. A name of a parameter stands first, so that a form finds its field. */
export const widgetErrors = defineMessages('errors.widgets', {
  notFound: 'There is no widget {id}.',
  tooMany: 'name cannot be added: a channel can have at most {max} widgets.',
  codeInPanel: 'settings: {name} is code, which is changed in the panel only.',
  copy: '{name} copy',
})
