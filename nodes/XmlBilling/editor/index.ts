export { listSearch, searchesOf } from './listSearch';
export { loadOptions } from './loadOptions';
