import fc from 'fast-check';

// Every run draws the same cases, so that a failure is caused by a change. PROPERTY_SEED=$RANDOM draws others.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
