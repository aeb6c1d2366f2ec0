import { maxCodeBytes } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { code } from '../../../../definitions/setting-fields.ts'
import { message } from '../../../../kernel/text/message.ts'
import { defineEffect } from '../define-effect.ts'

export const custom = defineEffect({
  type: 'custom',
  title: contentLabels.custom,
  help: message('effects.custom.help', 'Your own HTML, CSS and JavaScript in a sandboxed frame.'),
  group: 'content',
  icon: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  seconds: 5,
  endsItself: true,
  worksAlone: false,
  settings: {
    html: code({ title: message('effects.custom.html', 'HTML') }, { max: maxCodeBytes, language: 'html' }),
    css: code({ title: message('effects.custom.css', 'CSS') }, { max: maxCodeBytes, language: 'css' }),
    js: code({ title: message('effects.custom.js', 'JavaScript') }, { max: maxCodeBytes, language: 'js' }),
  },
  sample: {
    html: '<h1></h1>\n',
    css: lines(
      'h1 {',
      '  margin: 30vh 0 0;',
      '  font: 700 12vh sans-serif;',
      '  color: gold;',
      '  text-align: center;',
      '  -webkit-text-stroke: 1.6vh rgb(0 0 0 / 0.8);',
      '  paint-order: stroke fill;',
      '  animation: rise 1s ease-out;',
      '}',
      '',
      '@keyframes rise {',
      '  from {',
      '    transform: translateY(100vh);',
      '  }',
      '}',
    ),
    js: lines(
      'const { displayname } = payload.data.userstate',
      "document.querySelector('h1').textContent = 'Hello, ' + displayname",
      "console.log('shown to', displayname)",
      'setTimeout(done, 3000)',
    ),
  },
})

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
