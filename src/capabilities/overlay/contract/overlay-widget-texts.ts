import { defineMessages } from '../../../kernel/text/message.ts'

/** Why a widget is removed from the page; the panel shows it. */
export const messages = defineMessages('overlay.widgets', {
  noSuchWidget: 'there is no widget of type {type}',
  notLoaded: 'the widget could not be loaded',
})
