import fc from 'fast-check';

// The seed of all properties, which a failing property prints.
fc.configureGlobal({ seed: Number(process.env.SEED) });
