export { StoppingEnvironment as default } from './stopAtFailure.mts';
