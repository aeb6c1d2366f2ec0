import { defineMessages } from '../kernel/text/message.ts'

/** Help that several fields or steps of a setup have. A schema uses it by its text (`field-texts.ts`). */
export const commonHelp = defineMessages('common.help', {
  checkListsVoices: 'Check lists the voices of the service.',
  copyTheKey: 'Copy the key into the field below.',
  defaultChannel: 'For messages that name no channel.',
  emotesService:
    'The server asks this service for your emotes, so the service learns the address of the server and your account.',
  forEulerStream: 'For Euler Stream.',
  furtherPauses: 'Each further pause is twice as long. 0: no reminders.',
  logChannel: 'Gets bans, timeouts and deleted messages.',
  modelsWithoutPrice: '0 allows models without a price only.',
  questionsOfTheBot: 'The bot answers these with your words, with or without a model.',
  serverOfYourOwn: 'Only for a server of your own.',
})
