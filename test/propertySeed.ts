import fc from 'fast-check';

// All properties begin with this seed, which a property prints when it fails.
fc.configureGlobal({ seed: Number(process.env['FC_SEED']) });
