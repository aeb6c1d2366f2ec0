import { defineMessages } from '../messages/message.ts'

/** Errors of the panel. The name of a parameter stands first, so that a form finds its field. */
export const panelErrors = defineMessages('errors.panel', {
  invalidAddresses: 'addresses: {fault}.',
  tunnelOfOperator: 'way: the settings of this server decide about its tunnel, not the panel.',
  unknownSession: 'There is no such session.',
  notYourChannel: 'You are not a member of this channel.',
  unknownOperation: 'There is no operation {name}.',
  eventNotFound: 'There is no such event.',
  nothingShown: 'This event showed nothing on the overlay.',
  timeZone: 'time_zone must be a name such as Europe/Berlin, not {written}.',
  emptyLine: 'The line has neither points, coin nor watch_minutes.',
  tooFewMinutes: 'watch_minutes must be at least the {least} watched here.',
  pointsHaveNoRange: 'by must be watch with a day or a range: points are a balance.',
  broadcasterSpeaks: 'as: only editors and owners can write as the broadcaster. Send it as the bot.',
  replyOnOnePlatform: 'platforms: a reply goes to one platform.',
  wholeNumber: '{name} must be a whole number from 0 to {max}, not {written}.',
})
