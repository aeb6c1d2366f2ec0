import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const consoleMessages = defineMessages('console', {
  title: 'Console',
  search: 'Search operations',
  choose: 'Choose an operation to see its form. Every call runs for real, with the key you choose.',
  none: 'No matching operations',
  key: 'API key',
  noKeys: 'Create a key',
  noKeysHelp: 'The console calls the API with one of your keys, and you have no active key.',
  onlyOwner: 'Only owners can send calls.',
  testKey: '{name} (test)',
  send: 'Send',
  sending: 'Sending',
  docs: 'Docs',
  example: 'Use example',
  clear: 'Clear',
  noFields: 'This operation takes no parameters.',
  request: 'Request',
  response: 'Response',
  noResponse: 'Send the call to see the response.',
  history: 'History',
  load: 'Load again',
  sendAgainOne: 'Send again: {operation}',
  sendAgain: 'Send again',
  copyAs: 'Copy as',
  perMinute: '{count:number} per minute',
  quotaLeft: '{remaining:number} of {limit:number} left this minute',
  missingScope: 'This key lacks the scope {scope}.',
  invalidJson: 'Not valid JSON',
  notSet: 'not set',
  listHelp: 'One per line.',
  range: '{min:number} to {max:number}.',
  atLeast: 'At least {min:number}.',
  upTo: 'Up to {max:number} characters.',
  defaultValue: 'default: {value}',
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
