import { consolePage } from '../../../../src/capabilities/console/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const consoleMessages = defineMessages('console', {
  title: consolePage.title,
  search: 'Search operations',
  choose: 'Choose an operation to see its form. Every call runs for real, with the key you choose.',
  none: 'No matching operations',
  key: commonLabels.apiKey,
  noKeys: 'Create a key',
  noKeysHelp: 'The console calls the API with one of your keys, and you have no active key.',
  onlyOwner: 'Only owners can send calls.',
  testKey: '{name} (test)',
  send: commonMessages.send,
  sending: 'Sending',
  docs: 'Docs',
  example: 'Use example',
  clear: 'Clear',
  noFields: 'This operation takes no parameters.',
  request: 'Request',
  response: 'Response',
  noResponse: 'Send the call to see the response.',
  history: commonTexts.history,
  load: 'Load again',
  sendAgainOne: 'Send again: {operation}',
  sendAgain: 'Send again',
  copyAs: 'Copy as',
  perMinute: '{count:number} per minute',
  quotaLeft: '{remaining:number} of {limit:number} left this minute',
  missingScope: 'This key lacks the scope {scope}.',
  invalidJson: commonTexts.notValidJson,
  notSet: commonTexts.notSet,
  listHelp: commonTexts.onePerLine,
  range: '{min:number} to {max:number}.',
  atLeast: 'At least {min:number}.',
  upTo: 'Up to {max:number} characters.',
  defaultValue: commonTexts.defaultValue,
  keyNote: 'Needs your API key in the environment variable {variable}.',
  headers: 'Headers',
  milliseconds: '{value} ms',
})

/** Where the key goes, by the tool that the call is copied for. */
export const copyHints = defineMessages('console.copy-hints', {
  variable: 'Your key is not on this page. The program reads it from the environment variable SHOWCALLER_KEY.',
  nodeRed:
    'In Node-RED, choose Import in the menu and paste. The flow reads your key from the environment variable SHOWCALLER_KEY of Node-RED.',
  streamDeck:
    'For the HTTP Request action of the Web Requests plugin; API Ninja has the same fields. Replace YOUR_API_KEY with your key.',
})
