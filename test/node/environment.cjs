// Jest imports an environment that is .mts as it is, which needs Node 24. What is required, it transforms.
module.exports = require('../engine/harness/environment.mts').default;
