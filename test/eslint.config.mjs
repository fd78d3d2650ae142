export { allCode as default } from '../eslint.house.mjs';
