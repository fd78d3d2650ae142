export { StoppingEnvironment as default } from './stopAtFailure.ts';
