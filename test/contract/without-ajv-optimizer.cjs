// Loaded before a linter. Ajv shortens the code that it generates for a schema, which takes longer than everything else
// that Spectral does: it compiles a schema for each example and runs it once. What the code checks stays the same.
const { CodeGen } = require('../tools/node_modules/ajv/dist/compile/codegen')

CodeGen.prototype.optimize = () => {}
