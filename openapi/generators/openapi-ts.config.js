// Node.js wants the extension of what is imported; a bundler does not, and then this file is not needed.
export default {
  input: "openapi.json",
  output: { path: "generators/hey-api", importFileExtension: ".js" },
};
